// Nobody is kept out: axe-core finds no fault, in every language and in light and dark.

import { createRequire } from "node:module";

import { about, choose, expect, opened, solve, test } from "./visit.js";

const axe = createRequire(import.meta.url).resolve("axe-core");

for (const lang of about.langs) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`axe finds no fault in ${lang}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await opened(page, () => page.selectOption("#lang", lang));
      // The tests' own tool comes in where the page lets no script in.
      await page.evaluate(await (await import("node:fs/promises")).readFile(axe, "utf8"));
      for (const { name } of about.puzzles) {
        await choose(page, name);
        await solve(page);
        await page.locator("details").evaluateAll((all) => all.forEach((/** @type {any} */ one) => (one.open = true)));
        const found = await page.evaluate(() => /** @type {any} */ (window).axe.run());
        const told = found.violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`);
        expect(told, name).toEqual([]);
      }
    });
  }
}
