// Pictures of the page into the folder that is given: each puzzle in play with a hint, a race, a proof,
// and a telephone.

import { chromium } from "@playwright/test";

const [folder] = process.argv.slice(2);
const url = process.env.TABULEIRO_URL ?? "";
const browser = await chromium.launch({
  executablePath: process.env.TABULEIRO_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** @param {import("@playwright/test").BrowserContextOptions} how */
async function visit(how) {
  // Without motion the end is shown at once.
  const context = await browser.newContext({ locale: "en", colorScheme: "light", reducedMotion: "reduce", viewport: { width: 1000, height: 700 }, ...how });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  return page;
}

/** @param {import("@playwright/test").Page} page @param {string} name */
async function kept(page, name) {
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}/page-${name}.png` });
  console.log(`${folder}/page-${name}.png`);
  await page.context().close();
}

/** @param {import("@playwright/test").Page} page @param {string} name */
async function choose(page, name) {
  await page.click(`[data-puzzle="${name}"]`);
  await page.waitForSelector(`[data-puzzle="${name}"][aria-current=page]`);
  await page.waitForSelector("#boards[aria-busy=false]");
}

const about = await (await fetch(new URL("api/about", url))).json();

/** Some moves by hints, and a hint with its reason. @param {import("@playwright/test").Page} page @param {number} moves */
async function play(page, moves) {
  for (let i = 0; i < moves; i++) {
    for (const stage of [1, 2]) {
      await page.click("#hint");
      await page.waitForSelector(`#hint-said[data-stage="${stage}"]`);
    }
    await page.click("#hint");
    await page.waitForFunction(() => !document.getElementById("hint-said"));
    await page.waitForTimeout(200);
  }
  await page.click("#hint");
  await page.waitForSelector("#hint-said");
  await page.click("#hint");
  await page.waitForTimeout(300);
}

for (const { name } of about.puzzles) {
  const page = await visit({});
  await choose(page, name);
  await play(page, name === about.puzzles[1].name ? 1 : 4);
  await kept(page, name);
}

{
  const page = await visit({});
  const raced = about.puzzles[0];
  await choose(page, raced.name);
  await page.click("#tab-watch");
  await page.check(`#strategies [value="${raced.strategies[0].name}"]`);
  await page.check("#race");
  await page.check(`#strategies [value="${raced.strategies[2].name}"]`);
  await page.uncheck(`#strategies input:checked:not([value="${raced.strategies[0].name}"]):not([value="${raced.strategies[2].name}"])`).catch(() => {});
  await page.locator("#limits summary").click();
  await page.fill("#nodes", "200,000");
  await page.locator("#limits summary").click();
  await page.click("#run");
  await page.waitForSelector("#run:enabled", { timeout: 120_000 });
  await page.waitForTimeout(1500);
  await kept(page, "race");
}

{
  // The first board of any gallery whose proof is seen on it.
  const page = await visit({});
  const proved = async () => {
    for (const { name, gallery, examples } of [...about.puzzles].reverse()) {
      await choose(page, name);
      await page.click("#tab-prove");
      for (const { text } of [...(gallery ?? []), ...examples]) {
        await page.click("#new");
        await page.fill("#paste", text);
        await page.click("#open-text");
        await page.waitForSelector("#dialog:not([open])", { state: "attached" });
        await page.click("#prove");
        await page.waitForSelector("#proved");
        if ((await page.locator('#proved [data-outcome="impossible"]').count()) > 0 && (await page.locator("#proved pre").count()) > 0) return;
      }
    }
  };
  await proved();
  await kept(page, "proof");
}

{
  const page = await visit({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
  const valued = about.puzzles.find((/** @type {any} */ { actions }) => actions?.[0]?.of === "value") ?? about.puzzles[0];
  await choose(page, valued.name);
  await play(page, 3);
  await kept(page, "phone");
}
await browser.close();
