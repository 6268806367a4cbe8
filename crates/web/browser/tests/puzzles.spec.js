// What every puzzle can do on the page.

import { readFile } from "node:fs/promises";

import { about, arrive, choose, expect, opened, painted, solve, tally, test } from "./visit.js";

/** How the files that can be kept begin. */
const BEGINNINGS = { svg: "<svg", png: "\x89PNG", gif: "GIF89a", json: "{" };

for (const { name, brushes } of about.puzzles) {
  test.describe(name, () => {
    test.beforeEach(({ page }) => choose(page, name));

    test("is solved, and wound back", async ({ page }) => {
      const before = await painted(page);
      await solve(page);
      await expect(page.locator(".outcome")).toHaveText(/Solved|Impossible/);
      const after = await painted(page);
      expect(after).not.toBe(before);
      const all = await tally(page);
      expect(all).toBeGreaterThan(0);
      // The answer is one moment, the last event another.
      await page.click("#back");
      await page.click("#back");
      expect(await tally(page)).toBe(all - 1);
      expect(await painted(page)).not.toBe(after);
      await page.click("#first");
      expect(await tally(page)).toBe(0);
      expect(await painted(page)).toBe(before);
      await page.locator("#boards").press(".");
      expect(await tally(page)).toBe(1);
      await page.locator("#boards").press(",");
      expect(await tally(page)).toBe(0);
    });

    for (const [place, brush] of brushes.entries()) {
      test(`is changed by the mouse with the brush ${brush.name}`, async ({ page }) => {
        const box = /** @type {any} */ (await page.locator(".above").boundingBox());
        const [rows, cols] = await size(page);
        const at = (/** @type {number} */ row, /** @type {number} */ col) =>
          /** @type {const} */ ([box.x + ((col + 0.5) * box.width) / cols, box.y + ((row + 0.5) * box.height) / rows]);
        for (let cell = 0; cell < rows * cols; cell++) {
          const [row, col] = [Math.floor(cell / cols), cell % cols];
          const use = async (/** @type {{ name: string, of: string }} */ { name, of }) => {
            const text = await page.inputValue("#text");
            await page.check(`[name=brush][value="${name}"]`);
            await opened(page, async () => {
              await page.mouse.move(...at(row, col));
              await page.mouse.down();
              if (of === "pair") await page.mouse.move(...at(row, (col + 1) % cols), { steps: 3 });
              await page.mouse.up();
            });
            return (await page.inputValue("#text")) !== text;
          };
          if (await use(brush)) return;
          // A brush that takes back what another does has nothing to do before.
          if (place > 0 && (await use(brushes[place - 1])) && (await use(brush))) return;
        }
        throw new Error("nothing changed");
      });
    }

    test("is changed by the keyboard, and keeps the focus", async ({ page }) => {
      const text = await page.inputValue("#text");
      const [rows, cols] = await size(page);
      await page.locator("[role=gridcell][tabindex='0']").focus();
      for (let cell = 1; cell < rows * cols; cell++) {
        const ways = ["ArrowRight", "ArrowLeft"];
        await page.keyboard.press(cell % cols === 0 ? "ArrowDown" : ways[Math.floor(cell / cols) % 2]);
        await opened(page, () => page.keyboard.press("Enter"));
        if ((await page.inputValue("#text")) !== text) break;
      }
      expect(await page.inputValue("#text")).not.toBe(text);
      await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
    });

    test("says what is wrong with a text, and where", async ({ page }) => {
      const text = await page.inputValue("#text");
      const lines = text.split("\n");
      lines[lines.length > 2 ? 1 : 0] += " ~~";
      await opened(page, () => drop(page, lines.join("\n")));
      await expect(page.locator("#fault")).toContainText(/\^/);
      await expect(page.locator("#text")).toHaveAttribute("aria-invalid", "true");
      const chosen = await page.locator("#text").evaluate((/** @type {any} */ box) => box.selectionEnd - box.selectionStart);
      expect(chosen).toBe(1);
      await opened(page, () => page.fill("#text", text));
      await expect(page.locator("#fault")).toBeHidden();
    });

    test("is kept in every format", async ({ page }) => {
      await solve(page);
      const buttons = page.locator(".exports button");
      expect(await buttons.count()).toBeGreaterThan(4);
      for (const button of await buttons.all()) {
        const [kept] = await Promise.all([page.waitForEvent("download"), button.click()]);
        const bytes = await readFile(await kept.path(), "latin1");
        const end = /** @type {keyof typeof BEGINNINGS} */ (kept.suggestedFilename().split(".").at(-1));
        expect(bytes.length, end).toBeGreaterThan(1);
        expect(bytes.startsWith(BEGINNINGS[end] ?? ""), end).toBe(true);
      }
    });

    test("is shared by its address", async ({ page, context }) => {
      const example = page.locator("#example option").last();
      await opened(page, async () => page.selectOption("#example", await example.getAttribute("value")));
      const other = await context.newPage();
      await arrive(other, page.url());
      expect(await other.inputValue("#puzzle")).toBe(name);
      expect(await other.inputValue("#text")).toBe(await page.inputValue("#text"));
      expect(await painted(other)).toBe(await painted(page));
    });
  });
}

/** @param {import("@playwright/test").Page} page */
async function size(page) {
  const grid = page.locator("[role=grid]");
  await expect(grid).toHaveAttribute("aria-rowcount");
  return Promise.all(["aria-rowcount", "aria-colcount"].map(async (side) => Number(await grid.getAttribute(side))));
}

/**
 * Drops a file.
 * @param {import("@playwright/test").Page} page
 * @param {string} text
 */
async function drop(page, text) {
  await page.evaluate((words) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([words], "board.txt"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, text);
}
