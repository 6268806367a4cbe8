// Nobody is kept out: axe-core finds no fault, in every language and in light and dark.

import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";

import { about, choose, expect, solve, test, turn } from "./visit.js";

const axe = createRequire(import.meta.url).resolve("axe-core");

/** @param {import("@playwright/test").Page} page @param {string} where */
async function faultless(page, where) {
  await page.locator("details").evaluateAll((all) => all.forEach((/** @type {any} */ one) => (one.open = true)));
  const found = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  const told = found.violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
  expect(told, where).toEqual([]);
}

for (const lang of about.langs) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds no fault in ${lang}, ${colorScheme}`, async ({ page }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.click("#settings");
      await page.selectOption("#lang", lang);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await page.click("#dialog-close");
      // The tests' own tool comes in where the page lets no script in.
      await page.evaluate(await readFile(axe, "utf8"));
      for (const { name } of about.puzzles) {
        await choose(page, name);
        await turn(page, "play");
        if (await page.locator("#hint").isVisible()) {
          await page.click("#hint");
          await expect(page.locator("#hint-said")).toBeVisible();
          await page.click("#check");
          await page.click("#verdict");
          await expect(page.locator("#verdict-said")).toBeVisible();
        }
        await faultless(page, `${name} play`);
        await turn(page, "watch");
        await solve(page);
        await faultless(page, `${name} watch`);
        await page.click("#film-solution");
        await expect(page.locator("#solution-moves")).toBeVisible();
        await faultless(page, `${name} solution`);
        if (await page.locator("[data-lesson]").count()) {
          await page.locator("[data-lesson]").first().click();
          await expect(page.locator("#lesson")).toBeVisible();
          await faultless(page, `${name} lesson`);
          await page.locator("#stage").press("f");
          await faultless(page, `${name} projector`);
          await page.click("#leave");
          await page.locator("#lesson .link").click();
        }
        await turn(page, "prove");
        await page.click("#prove");
        await expect(page.locator("#proved")).toBeVisible();
        await faultless(page, `${name} prove`);
        await turn(page, "edit");
        await faultless(page, `${name} edit`);
      }
      await turn(page, "watch");
      await page.check("#race");
      await page.locator("#limits summary").click();
      await page.fill("#nodes", "3000");
      await solve(page);
      await expect(page.locator("#race-said")).toBeVisible();
      await faultless(page, "race");
      for (const dialog of ["new", "share", "settings", "keys"]) {
        await page.click(`#${dialog}`);
        await faultless(page, dialog);
        await page.click("#dialog-close");
      }
    });
  }
}
