// Boards are changed by hand: by mouse, by keyboard, as text; taken back; told what is wrong, and where.

import { about, arrive, choose, expect, painted, spot, still, test, turn } from "./visit.js";

/** @typedef {import("@playwright/test").Page} Page */

/** The text of the board, once it is settled. @param {Page} page */
async function text(page) {
  await still(page);
  if (!(await page.locator("#text").isVisible())) await page.locator("#text-details > summary").click();
  await page.waitForTimeout(350);
  return page.inputValue("#text");
}

/** @param {Page} page */
async function size(page) {
  const grid = page.locator("[role=grid]").first();
  return Promise.all(["aria-rowcount", "aria-colcount"].map(async (side) => Number(await grid.getAttribute(side))));
}

for (const { name, brushes, gallery, examples } of about.puzzles) {
  test.describe(name, () => {
    test.beforeEach(async ({ page }) => {
      await choose(page, name);
      await turn(page, "edit");
    });

    for (const [place, brush] of brushes.entries()) {
      test(`is changed by the mouse with the brush ${brush.name}, and back`, async ({ page }) => {
        const first = await text(page);
        const [rows, cols] = await size(page);
        const use = async (/** @type {any} */ { name, of }, /** @type {number} */ row, /** @type {number} */ col) => {
          const before = await text(page);
          await page.check(`[name=brush][value="${name}"]`);
          const { x, y } = await spot(page, [row, col]);
          await page.mouse.move(x, y);
          await page.mouse.down();
          if (of === "pair") {
            const to = await spot(page, [row, col < cols ? col + 1 : col - 1]);
            await page.mouse.move(to.x, to.y, { steps: 3 });
          }
          await page.mouse.up();
          return (await text(page)) !== before;
        };
        const changed = async () => {
          for (let cell = 0; cell < rows * cols; cell++) {
            const [row, col] = [1 + Math.floor(cell / cols), 1 + (cell % cols)];
            if (await use(brush, row, col)) return true;
            // A brush that takes back what another does has nothing to do before.
            if (place > 0 && (await use(brushes[place - 1], row, col)) && (await use(brush, row, col))) return true;
          }
          return false;
        };
        expect(await changed()).toBe(true);
        for (let i = 0; i < 20 && (await page.locator("#edit-undo").isEnabled()); i++) {
          await page.click("#edit-undo");
          await text(page);
        }
        expect((await text(page)).trim()).toBe(first.trim());
        await page.click("#edit-redo");
        await expect.poll(async () => (await text(page)).trim()).not.toBe(first.trim());
      });
    }

    test("is changed by the keyboard, and keeps the focus", async ({ page }) => {
      const before = await text(page);
      const [rows, cols] = await size(page);
      await page.locator("[role=gridcell][tabindex='0']").focus();
      const unfocused = await painted(page);
      for (let cell = 1; cell < rows * cols; cell++) {
        const ways = ["ArrowRight", "ArrowLeft"];
        await page.keyboard.press(cell % cols === 0 ? "ArrowDown" : ways[Math.floor(cell / cols) % 2]);
        if (cell === 1) expect(await painted(page), "the focus is drawn").not.toBe(unfocused);
        await page.keyboard.press("Enter");
        if ((await text(page)) !== before) break;
      }
      expect(await text(page)).not.toBe(before);
      await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
    });

    test("says what is wrong with a text, and where", async ({ page }) => {
      const before = await text(page);
      const lines = before.split("\n");
      lines[lines.length > 2 ? 1 : 0] += " ~~";
      await page.fill("#text", lines.join("\n"));
      await expect(page.locator("#trouble")).toContainText(/\^/);
      await expect(page.locator("#text")).toHaveAttribute("aria-invalid", "true");
      await page.fill("#text", before);
      await expect(page.locator("#trouble")).toHaveCount(0);
    });

    test("opens what is dropped, and every board of its gallery", async ({ page }) => {
      const boards = [...examples, ...(gallery ?? [])];
      for (const { text: wanted } of boards) {
        await page.evaluate((words) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([words], "board.txt"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
        }, wanted);
        await still(page);
        await expect(page.locator("#trouble")).toHaveCount(0);
      }
    });
  });
}

test("a pasted text is taken", async ({ page }) => {
  const { examples } = about.puzzles[0];
  const { text: wanted } = examples.at(-1);
  await turn(page, "edit");
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", words);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, wanted);
  await expect.poll(async () => (await text(page)).trim()).toBe(wanted.trim());
});

test("a text that is too long for a box freezes nothing", async ({ page }) => {
  await turn(page, "edit");
  const long = "no board at all ".repeat(60_000);
  await page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", words);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, long);
  await expect(page.locator("#trouble")).toBeVisible();
  expect((await text(page)).length).toBeLessThan(1000);
});

test("a board that is edited is solved as it changes", async ({ page }) => {
  await choose(page, about.puzzles[1].name);
  await turn(page, "edit");
  await page.check("#live");
  await expect(page.locator("#live-said")).toBeVisible();
  const said = await painted(page);
  const [rows, cols] = await size(page);
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    const { x, y } = await spot(page, [Math.ceil(rows * share), Math.ceil(cols * share)]);
    await page.mouse.click(x, y);
    await page.waitForTimeout(300);
  }
  await expect(page.locator("#live-said")).toBeVisible();
  expect(await painted(page)).not.toBe(said);
});

test("another tab, however busy, takes nothing away", async ({ page, context }) => {
  const [one, two] = about.puzzles;
  await choose(page, one.name);
  await turn(page, "edit");
  const first = await text(page);
  const other = await context.newPage();
  await arrive(other, "./");
  await choose(other, two.name);
  await other.click("#tab-edit");
  const [rows, cols] = await size(other);
  for (let i = 0; i < 24; i++) {
    const { x, y } = await spot(other, [1 + (i % rows), 1 + (i % cols)]);
    await other.mouse.click(x, y);
  }
  await other.waitForTimeout(500);
  const { x, y } = await spot(page, [2, 2]);
  await page.mouse.click(x, y);
  await expect.poll(() => text(page)).not.toBe(first);
  await expect(page.locator("#trouble")).toHaveCount(0);
  // What needs the board by its number gets it, too.
  await turn(page, "watch");
  await page.click("#pace-once");
  await page.click("#run");
  await expect(page.locator(".outcome")).toBeVisible();
});

test("a wide board keeps its shape, and is touched where it is touched", async ({ page }) => {
  const wide = about.puzzles.find((/** @type {any} */ { brushes }) => brushes.some((/** @type {any} */ { of }) => of === "cell"));
  await choose(page, wide.name);
  const sized = wide.options.find((/** @type {any} */ { role, takes }) => role === "instance" && takes?.type === "size");
  await page.click("#new");
  await page.fill(`[data-option="${sized.name}-rows"]`, "40");
  await page.fill(`[data-option="${sized.name}-cols"]`, "700");
  await page.click("#empty");
  await expect(page.locator("#dialog")).toBeHidden();
  await expect(page.locator("[role=grid]").first()).toHaveAttribute("aria-colcount", "700");
  await turn(page, "edit");
  // Zoomed until single squares can be touched, and the square touched is the one that changes.
  const box = /** @type {any} */ (await page.locator("canvas.above").boundingBox());
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, -200);
  await page.waitForTimeout(200);
  const [left, top, pitch] = String(await page.locator("canvas.above").getAttribute("data-place")).split(" ").map(Number);
  expect(pitch).toBeGreaterThan(20);
  const at = /** @type {[number, number]} */ ([1 + Math.floor((box.height / 2 - top) / pitch), 1 + Math.floor((box.width / 2 - left) / pitch)]);
  const { x, y } = await spot(page, at);
  await page.check('[name=brush] >> nth=-1').catch(() => {});
  const cell = wide.brushes.find((/** @type {any} */ { of }) => of === "cell");
  await page.check(`[name=brush][value="${cell.name}"]`);
  await page.locator("[role=gridcell][tabindex='0']").focus();
  await page.mouse.click(x, y);
  await page.waitForTimeout(600);
  await expect(page.locator("#edit-undo")).toBeEnabled();
  await page.mouse.dblclick(x, y);
  await page.waitForTimeout(200);
  const fitted = Number(String(await page.locator("canvas.above").getAttribute("data-place")).split(" ")[2]);
  expect(fitted).toBeLessThan(2);
});
