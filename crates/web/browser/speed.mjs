// How fast the page is, in Chromium: each figure beside its goal. Needs a quiet machine.

import { readFile } from "node:fs/promises";

import { chromium } from "@playwright/test";

const url = process.env.TABULEIRO_URL ?? "";
const [large] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.TABULEIRO_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** @param {string} what @param {number} found @param {string} unit @param {number} goal @param {boolean} [atLeast] */
function told(what, found, unit, goal, atLeast = false) {
  const met = atLeast ? found >= goal : found <= goal;
  console.log(`${what.padEnd(52)} ${found.toFixed(1).padStart(10)} ${unit.padEnd(4)} goal ${atLeast ? ">=" : "<="} ${goal} ${met ? "" : "MISSED"}`);
}

const median = (/** @type {number[]} */ all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)];

async function visit() {
  const page = await (await browser.newContext({ locale: "en", viewport: { width: 1280, height: 800 } })).newPage();
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const begun = performance.now();
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  return { page, ready: performance.now() - begun, bytes: () => bytes };
}

{
  const times = [];
  let size = 0;
  for (let i = 0; i < 7; i++) {
    const { page, ready, bytes } = await visit();
    times.push(ready);
    size = bytes();
    await page.context().close();
  }
  told("ready, cold cache", median(times), "ms", 300);
  told("everything over the wire", size / 1024, "KiB", 1536);
}

const about = await (await fetch(new URL("api/about", url))).json();
const { page } = await visit();

/** Milliseconds from something done until something is seen, by the page's own clock. @param {string} act @param {string} seen */
const until = (act, seen) =>
  page.evaluate(
    ([act, seen]) =>
      new Promise((done) => {
        const begun = performance.now();
        const look = () => (document.querySelector(seen) ? done(performance.now() - begun) : requestAnimationFrame(look));
        /** @type {any} */ (document.querySelector(act)).click();
        requestAnimationFrame(look);
      }),
    [act, seen],
  );

for (const { name } of about.puzzles) {
  await page.click(`[data-puzzle="${name}"]`);
  await page.waitForSelector(`[data-puzzle="${name}"][aria-current=page]`);
  await page.waitForSelector("#boards[aria-busy=false]");
  await page.waitForTimeout(300);
  if (await page.locator("#hint").isVisible()) told(`${name}: a hint`, Number(await until("#hint", "#hint-said")), "ms", 100);
}

if (large) {
  const text = await readFile(large, "utf8");
  await page.click(`[data-puzzle="${about.puzzles[1].name}"]`);
  await page.evaluate((words) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([words], "board.txt"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, text);
  await page.waitForTimeout(1500);
  await page.click("#tab-watch");
  const first = await page.evaluate(
    () =>
      new Promise((done) => {
        const begun = performance.now();
        const look = () => (Number(/** @type {any} */ (document.getElementById("timeline")).max) > 0 ? done(performance.now() - begun) : requestAnimationFrame(look));
        /** @type {any} */ (document.getElementById("run")).click();
        requestAnimationFrame(look);
      }),
  );
  told("first event after Run", Number(first), "ms", 100);
  await page.waitForSelector("#run:enabled");
  const frames = async (/** @type {string} */ how) =>
    Number(
      await page.evaluate(async (how) => {
        const surface = /** @type {any} */ (document.querySelector("canvas.above"));
        const box = surface.getBoundingClientRect();
        if (how === "play") {
          /** @type {any} */ (document.getElementById("first")).click();
          /** @type {any} */ (document.getElementById("play")).click();
        }
        let count = 0;
        const begun = performance.now();
        while (performance.now() - begun < 4000) {
          await new Promise((done) => requestAnimationFrame(done));
          count += 1;
          if (how === "zoom") surface.dispatchEvent(new WheelEvent("wheel", { deltaY: count % 120 < 60 ? -20 : 20, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, cancelable: true }));
        }
        return count / 4;
      }, how),
    );
  told("frames a second while playing", await frames("play"), "", 55, true);
  told("frames a second while zooming", await frames("zoom"), "", 55, true);
  await page.keyboard.press("0");
  await page.click("#tab-edit");
  await page.check("#live");
  await page.waitForSelector("#live-said");
  await page.check("[name=brush] >> nth=-1");
  const drags = await page.evaluate(async () => {
    const surface = /** @type {any} */ (document.querySelector("canvas.above"));
    const box = surface.getBoundingClientRect();
    const times = [];
    for (let i = 0; i < 40; i++) {
      const before = document.getElementById("live-said")?.textContent;
      const at = { clientX: box.left + box.width * (0.3 + i / 100), clientY: box.top + box.height * 0.5, pointerId: 1, button: 0, bubbles: true };
      const begun = performance.now();
      surface.dispatchEvent(new PointerEvent("pointerdown", at));
      surface.dispatchEvent(new PointerEvent("pointerup", at));
      for (let n = 0; n < 60 && document.getElementById("live-said")?.textContent === before; n++) await new Promise((done) => requestAnimationFrame(done));
      times.push(performance.now() - begun);
    }
    return times;
  });
  told("a touch solved and drawn", median(drags), "ms", 33);
}
await browser.close();
