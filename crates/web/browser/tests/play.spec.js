// Every puzzle is played by hand: by mouse, by keyboard, by touch; with hints, verdicts and undo.

import { about, arrive, asked, choose, expect, firstBoard, painted, placed, played, rested, settled, spot, test, watched, winning } from "./visit.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("./visit.js").Move} Move */

test("every puzzle can be played by hand", () => {
  expect(played.map((/** @type {any} */ { name }) => name)).toEqual(about.puzzles.map((/** @type {any} */ { name }) => name));
});

/** @param {Page} page */
async function made(page) {
  return Number(((await page.textContent("#moves-made")) ?? "").replaceAll(/\D/g, ""));
}

/**
 * Plays a move, and waits until it is made.
 * @param {Page} page
 * @param {Move} move
 * @param {"mouse" | "touch" | "keyboard"} by
 */
async function play(page, move, by) {
  const before = await made(page);
  if (by === "keyboard") await typed(page, move);
  else await touched(page, move, by);
  await expect.poll(() => made(page), { message: JSON.stringify(move) }).toBe(before + 1);
}

/** @param {Page} page @param {Move} move @param {"mouse" | "touch"} by */
async function touched(page, move, by) {
  const from = await spot(page, move.at);
  const tap = async (/** @type {{ x: number, y: number }} */ { x, y }) => (by === "touch" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  if (move.to && by === "mouse") {
    const to = await spot(page, move.to);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    return;
  }
  await tap(from);
  if (move.to) {
    await expect.poll(() => named(page, move.at)).toContain("chosen");
    await tap(await spot(page, move.to));
  }
  if (move.value !== null) {
    const key = page.locator("#keypad .key").nth(move.value - 1);
    await expect(key).toBeEnabled();
    await (by === "touch" ? key.tap() : key.click());
  }
}

/** @param {Page} page @param {Move} move */
async function typed(page, move) {
  await focus(page, move.at);
  if (move.value !== null) return page.keyboard.type(String(move.value));
  await page.keyboard.press("Enter");
  if (!move.to) return;
  await expect.poll(() => named(page, move.at)).toContain("chosen");
  await focus(page, move.to);
  await page.keyboard.press("Enter");
}

/**
 * Goes to a square by the arrow keys alone.
 * @param {Page} page
 * @param {[number, number]} at
 */
async function focus(page, [row, col]) {
  const here = page.locator("[role=gridcell][tabindex='0']");
  await here.focus();
  const [r, c] = await placed(here);
  for (let i = r; i !== row; i += Math.sign(row - r)) await page.keyboard.press(row > r ? "ArrowDown" : "ArrowUp");
  for (let i = c; i !== col; i += Math.sign(col - c)) await page.keyboard.press(col > c ? "ArrowRight" : "ArrowLeft");
}

/** What is said of a square. @param {Page} page @param {[number, number]} at */
async function named(page, [row, col]) {
  return page.locator(`[role=row][aria-rowindex="${row}"] [role=gridcell][aria-colindex="${col}"]`).textContent();
}

for (const puzzle of played) {
  test.describe(puzzle.name, () => {
    for (const by of /** @type {const} */ (["mouse", "keyboard", "touch"])) {
      test(`is won by ${by}`, async ({ browser }) => {
        test.setTimeout(120_000);
        const context = await browser.newContext({ hasTouch: by === "touch", viewport: by === "touch" ? { width: 390, height: 844 } : { width: 1280, height: 800 }, locale: "en" });
        const page = await context.newPage();
        const faults = watched(page);
        await arrive(page, "./");
        await choose(page, puzzle.name);
        for (const move of await winning(puzzle)) await play(page, move, by);
        await expect(page.locator("#won")).toBeVisible();
        expect(faults).toEqual([]);
        await context.close();
      });
    }

    test("gives a hint in three steps, and is undone to the start", async ({ page }) => {
      test.setTimeout(120_000);
      await choose(page, puzzle.name);
      await expect(page.locator("#moves-made")).toHaveText(/^0 /);
      const before = await rested(page);
      await page.click("#hint");
      await expect(page.locator("#hint-said")).toHaveAttribute("data-stage", "1");
      const where = await page.textContent("#hint-said");
      expect(await painted(page)).not.toBe(before);
      await page.click("#hint");
      await expect(page.locator("#hint-said")).toHaveAttribute("data-stage", "2");
      expect((await page.textContent("#hint-said"))?.length).toBeGreaterThan(where?.length ?? 0);
      await page.click("#hint");
      await expect(page.locator("#hint-said")).toBeHidden();
      await expect(page.locator("#moves-made")).not.toHaveText(/^0 /);
      const after = await painted(page);
      expect(after).not.toBe(before);
      for (let n = await made(page); n > 0; n--) {
        await page.click("#undo");
        await expect.poll(() => made(page)).toBe(n - 1);
      }
      await expect(page.locator("#undo")).toBeDisabled();
      await expect.poll(() => painted(page)).toBe(before);
      await page.keyboard.press("r");
      await expect.poll(() => made(page)).toBe(1);
    });

    test("outlives a reload, and is shared by its address", async ({ page, browser }) => {
      await choose(page, puzzle.name);
      const [first] = await winning(puzzle);
      await play(page, first, "mouse");
      const url = await settled(page);
      // What was chosen is not part of the game.
      const game = await painted(page, ".below");
      await page.reload();
      await page.waitForSelector("body[data-ready]");
      await expect.poll(() => made(page)).toBe(1);
      await expect.poll(() => painted(page, ".below")).toBe(game);
      const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: "en" });
      const other = await context.newPage();
      await arrive(other, url);
      await expect.poll(() => made(other)).toBe(1);
      await expect.poll(() => painted(other, ".below")).toBe(game);
      await context.close();
    });
  });
}

/**
 * A legal move after which a board cannot be won, if there is one among the first that are legal.
 * @param {any} puzzle
 * @returns {Promise<Move | null>}
 */
async function losing(puzzle) {
  const question = { puzzle: puzzle.name, text: firstBoard(puzzle) };
  const [start] = await asked("play", { ...question, moves: [] });
  for (const at of start.sources.slice(0, 12)) {
    const [{ legal }] = await asked("play", { ...question, moves: [], at });
    for (const move of legal.slice(0, 6)) {
      const [told] = await asked("verdict", { ...question, moves: [move], seconds: 5 });
      if (told.outcome === "lost") return move;
    }
  }
  return null;
}

test("a losing move is found out, and gone back from", async ({ page }) => {
  test.setTimeout(180_000);
  let found = 0;
  for (const puzzle of played) {
    const move = await losing(puzzle);
    if (!move) continue;
    found += 1;
    await choose(page, puzzle.name);
    await play(page, move, "mouse");
    await page.click("#verdict");
    await expect(page.locator("#verdict-said")).toHaveAttribute("data-outcome", "lost");
    await page.click("#go-back");
    await expect.poll(() => made(page)).toBe(0);
    // From then on it is told after each move.
    await page.check("#judge");
    await expect(page.locator("#verdict-said")).toHaveAttribute("data-outcome", "won");
    await page.uncheck("#judge");
  }
  expect(found).toBeGreaterThan(0);
});

test("the rules are told in a few sentences, with a picture", async ({ page }) => {
  for (const puzzle of played) {
    await choose(page, puzzle.name);
    await page.locator(".brief button").click();
    for (const sentence of puzzle.brief) await expect(page.locator("#dialog")).toContainText(sentence);
    await expect(page.locator("#dialog .thumb-canvas")).toBeVisible();
    await page.click("#dialog-close");
  }
});

test("what is no move is refused in words", async ({ page }) => {
  for (const puzzle of played) {
    await choose(page, puzzle.name);
    const [{ sources, rows, cols }] = await asked("play", { puzzle: puzzle.name, text: firstBoard(puzzle), moves: [] });
    if (sources.length === rows * cols || !puzzle.actions.some((/** @type {any} */ { of }) => of === "cell") || puzzle.actions.length > 1) continue;
    const free = new Set(sources.map(String));
    const squares = Array.from({ length: rows * cols }, (_, cell) => /** @type {[number, number]} */ ([1 + Math.floor(cell / cols), 1 + (cell % cols)]));
    // Not at an edge, where a piece may stand.
    const closed = squares.filter((at) => !free.has(String(at)));
    const { x, y } = await spot(page, closed[Math.floor(closed.length / 2)]);
    await page.mouse.click(x, y);
    await expect(page.locator("#refusal")).not.toBeEmpty();
  }
});

test("a number of two digits is one number", async ({ page }) => {
  const side = (/** @type {any} */ { role, takes }) => role === "instance" && takes.type === "number" && takes.most >= 12;
  const valued = played.find((/** @type {any} */ { actions, options }) => options.some(side) && actions.some((/** @type {any} */ { of }) => of === "value"));
  await choose(page, valued.name);
  const sized = valued.options.find(side);
  await page.click("#new");
  await page.fill(`[data-option="${sized.name}"]`, "12");
  await page.click("#empty");
  await expect(page.locator("#dialog")).toBeHidden();
  await focus(page, [1, 1]);
  await page.keyboard.type("12");
  await expect.poll(() => named(page, [1, 1])).toContain(": 12,");
});

test("a swipe over the board scrolls the page, and changes nothing", async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 600 }, locale: "en" });
  const page = await context.newPage();
  await arrive(page, "./");
  for (const tab of ["play", "edit"]) {
    await page.click(`#tab-${tab}`);
    await page.evaluate(() => window.scrollTo(0, 0));
    const { x, y } = await spot(page, [3, 3]);
    const before = await settled(page);
    const session = await context.newCDPSession(page);
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let moved = 10; moved <= 150; moved += 10) {
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y - moved }] });
      await page.waitForTimeout(16);
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect.poll(() => page.evaluate(() => window.scrollY), { message: tab }).toBeGreaterThan(30);
    await page.waitForTimeout(400);
    expect(page.url(), tab).toBe(before);
  }
  await context.close();
});
