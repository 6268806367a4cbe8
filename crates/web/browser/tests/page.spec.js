// What the page does, whatever the puzzle.

import { about, choose, expect, opened, painted, solve, tally, test } from "./visit.js";

const puzzle = about.puzzles.find((/** @type {any} */ { strategies }) => strategies.length > 1);

test("two strategies run side by side", async ({ page }) => {
  await choose(page, puzzle.name);
  await opened(page, () => page.check("#second"));
  await expect(page.locator("article")).toHaveCount(2);
  const names = await page.locator(".strategy").evaluateAll((all) => all.map((/** @type {any} */ one) => one.value));
  expect(names[0]).not.toBe(names[1]);
  await page.fill("#nodes", "2000");
  await solve(page);
  await expect(page.locator(".outcome")).toHaveCount(2);
  for (const outcome of await page.locator(".outcome").all()) await expect(outcome).toBeVisible();
});

test("a long search is cancelled, and shows what there was", async ({ page }) => {
  for (const { name, strategies } of about.puzzles) {
    await choose(page, name);
    for (const { name: strategy } of strategies) {
      await page.selectOption(".strategy", strategy);
      await page.click("#run");
      await page.waitForTimeout(700);
      if (await page.locator("#run").isEnabled()) continue;
      await page.click("#cancel");
      await expect(page.locator("#run")).toBeEnabled({ timeout: 3000 });
      await expect(page.locator("#status")).toHaveText("Cancelled");
      await page.click("#last");
      expect(await tally(page)).toBeGreaterThan(1000);
      return;
    }
  }
  throw new Error("no search is long");
});

test("a board that was solved is solved again at every touch", async ({ page }) => {
  await choose(page, puzzle.name);
  await solve(page);
  const before = await painted(page);
  const box = /** @type {any} */ (await page.locator(".above").boundingBox());
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    await opened(page, () => page.mouse.click(box.x + share * box.width, box.y + 0.5 * box.height));
  }
  await expect(page.locator(".outcome")).toBeVisible();
  expect(await painted(page)).not.toBe(before);
});

test("every word is there in every language", async ({ page }) => {
  /** @type {string[]} */
  const shown = [];
  for (const lang of about.langs) {
    await opened(page, () => page.selectOption("#lang", lang));
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await solve(page);
    const words = await page.locator("body").innerText();
    expect(words).not.toMatch(/\b(event|outcome|tone|role|theme)\.[a-z]/);
    shown.push(words);
  }
  expect(new Set(shown).size).toBe(about.langs.length);
});

test("a telephone is wide enough", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { name } of about.puzzles) {
    await choose(page, name);
    await solve(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, name).toBeLessThanOrEqual(360);
  }
});

test("who wants no motion sees the end at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.click("#run");
  await expect(page.locator(".outcome")).toBeVisible();
  await expect(page.locator("#play")).toHaveAttribute("aria-label", "Play");
  const [moment, end] = ((await page.textContent("#moment")) ?? "").split(" / ");
  expect(moment).toBe(end);
});

test("a pasted text is taken", async ({ page }) => {
  const { examples } = about.puzzles[0];
  const { text } = examples.at(-1);
  await opened(page, () =>
    page.evaluate((words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", words);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, text),
  );
  expect((await page.inputValue("#text")).trim()).toBe(text.trim());
});
