// A picture of the page with each puzzle solved, into the folder that is given.

import { chromium } from "@playwright/test";

const [folder] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.TABULEIRO_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
// Without motion the end is shown at once.
const page = await browser.newPage({
  locale: "en",
  colorScheme: "light",
  reducedMotion: "reduce",
  viewport: { width: 1000, height: 760 },
});
await page.goto(process.env.TABULEIRO_URL ?? "");
await page.waitForSelector("body[data-ready]");
const names = await page.$$eval("#puzzle option", (all) => all.map((one) => one.value));
for (const name of names) {
  await page.selectOption("#puzzle", name);
  await page.waitForSelector("#boards[aria-busy=false]");
  await page.click("#run");
  await page.waitForSelector("#run:enabled");
  await page.waitForSelector(".result:not([hidden])");
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: `${folder}/page-${name}.png` });
  console.log(`${folder}/page-${name}.png`);
}
await browser.close();
