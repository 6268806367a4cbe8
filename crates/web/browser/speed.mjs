// How fast the page is, in Chromium, with the server and without one: each figure beside its goal. Needs a
// quiet machine. The folder of the page without a server is named in TABULEIRO_SITE; a large board for the
// second puzzle may be named.

import { readFile } from "node:fs/promises";

import { chromium } from "@playwright/test";

import { host } from "./tests/host.js";

/** @typedef {import("@playwright/test").Page} Page */

const [large] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.TABULEIRO_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const text = large ? await readFile(large, "utf8") : null;

/** @param {string} what @param {number} found @param {string} unit @param {number} goal @param {boolean} [atLeast] */
function told(what, found, unit, goal, atLeast = false) {
  const met = atLeast ? found >= goal : found <= goal;
  console.log(`${what.padEnd(52)} ${found.toFixed(1).padStart(10)} ${unit.padEnd(4)} goal ${atLeast ? ">=" : "<="} ${goal} ${met ? "" : "MISSED"}`);
}

const median = (/** @type {number[]} */ all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)];

/** @param {string} url */
async function visit(url) {
  const page = await (await browser.newContext({ locale: "en", viewport: { width: 1280, height: 800 } })).newPage();
  return { page, ready: await arrival(page, url) };
}

/** Milliseconds until the page is there, by its own clock. @param {Page} page @param {string} url */
async function arrival(page, url) {
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  return page.evaluate(() => Number(document.body.dataset.ready));
}

/** How soon the page is there, and how much comes over the wire. @param {string} url @param {number} cold @param {() => number} wire */
async function arrivals(url, cold, wire) {
  const [first, again, sizes] = [[], [], []].map((all) => /** @type {number[]} */ (all));
  for (let i = 0; i < 7; i++) {
    const before = wire();
    const { page, ready } = await visit(url);
    first.push(ready);
    if (page.url().includes("/page/")) await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    sizes.push(wire() - before);
    await page.goto("about:blank");
    again.push(await arrival(page, url));
    await page.context().close();
  }
  told("ready, cold cache", median(first), "ms", cold);
  told("ready, warm cache", median(again), "ms", 300);
  return median(sizes);
}

/** Milliseconds from something done until something is seen, by the page's own clock. @param {Page} page @param {string} act @param {string} seen */
const until = (page, act, seen) =>
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

/** @param {Page} page @param {string} name */
async function choose(page, name) {
  await page.click(`[data-puzzle="${name}"]`);
  await page.waitForSelector(`[data-puzzle="${name}"][aria-current=page]`);
  await page.waitForSelector("#boards[aria-busy=false]");
  await page.waitForTimeout(300);
}

/** A search of ten million events, watched. @param {Page} page @param {any} puzzle @param {number} goal */
async function ingestion(page, puzzle, goal) {
  await choose(page, puzzle.name);
  await page.click("#tab-watch");
  await page.check(`#strategies [value="${puzzle.strategies[0].name}"]`);
  await page.click("#pace-once");
  await page.locator("#limits summary").click();
  await page.fill("#nodes", "5000000");
  const begun = performance.now();
  await page.click("#run");
  await page.waitForSelector("#run:enabled");
  const time = performance.now() - begun;
  const events = Number(((await page.textContent("#moment")) ?? "").split(" / ")[1].replaceAll(/\D/g, ""));
  told(`ten million events, of ${events} in ${Math.round(time)} ms`, (time * 1e7) / events, "ms", goal);
  await page.fill("#nodes", "");
  await page.click("#tab-play");
}

/** Frames a second while something moves. @param {Page} page @param {string} how */
const frames = async (page, how) =>
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

/** The large board. @param {Page} page @param {string} name @param {string} text @param {number} goal of a touch */
async function board(page, name, text, goal) {
  await choose(page, name);
  await page.evaluate((words) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([words], "board.txt"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, text);
  await page.waitForTimeout(1500);
  await page.click("#tab-watch");
  await page.click("#pace-watch");
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
  told("frames a second while playing", await frames(page, "play"), "", 55, true);
  told("frames a second while zooming", await frames(page, "zoom"), "", 55, true);
  await page.keyboard.press("0");
  await page.click("#tab-edit");
  await page.check("#live");
  await page.waitForSelector("#live-said");
  await page.check("[name=brush] >> nth=-1");
  const drags = await page.evaluate(async () => {
    const surface = /** @type {any} */ (document.querySelector("canvas.above"));
    const box = surface.getBoundingClientRect();
    const times = [];
    for (let i = 0; i < 200 && times.length < 25; i++) {
      const before = document.getElementById("live-said")?.textContent;
      const at = { clientX: box.left + box.width * (0.3 + i / 500), clientY: box.top + box.height * 0.5, pointerId: 1, button: 0, bubbles: true };
      const begun = performance.now();
      const same = () => document.getElementById("live-said")?.textContent === before;
      surface.dispatchEvent(new PointerEvent("pointerdown", at));
      surface.dispatchEvent(new PointerEvent("pointerup", at));
      for (let n = 0; n < 20 && same(); n++) await new Promise((done) => requestAnimationFrame(done));
      // Nothing changes where a square is taken.
      if (!same()) times.push(performance.now() - begun);
    }
    return times;
  });
  told("a touch solved and drawn", median(drags), "ms", goal);
}

/**
 * The median times of each strategy on each board that a puzzle brings, unwatched; the large one is of the second
 * puzzle.
 * @param {Page} page @param {string} engine @returns {Promise<Record<string, Record<string, number>>>}
 */
const searches = (page, engine) =>
  page.evaluate(
    async ([name, file, large]) => {
      const { Engine } = await import(new URL("engine.js", location.href).href);
      const carrier = await import(new URL(file, location.href).href);
      const engine = new Engine(new carrier[name]());
      const about = await engine.about("en");
      /** @type {Record<string, Record<string, number>>} */
      const told = {};
      for (const [i, { name, examples, gallery, strategies }] of about.puzzles.entries()) {
        told[name] = {};
        for (const { name: board, text } of [...examples, ...(gallery ?? []), ...(i === 1 && large ? [{ name: "large", text: large }] : [])]) {
          for (const { name: strategy } of strategies) {
            const times = [];
            for (let turn = 0; turn < 5; turn++) {
              const { json } = await engine.whole("measure", { puzzle: name, text, number: null }, { strategy, nodes: 300_000 }).catch(() => ({ json: [{}] }));
              times.push(json[0].elapsed_ms ?? 0);
              // What is short is not measured, and what is long is seen at once.
              if (turn === 0 && (times[0] < 0.5 || times[0] > 1000)) break;
            }
            told[name][`${board} ${strategy}`] = times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
          }
        }
      }
      return told;
    },
    [engine, engine === "Server" ? "wire.js" : "engine-worker.js", text ?? ""],
  );

/** @param {string} url @param {{ cold: number, events: number, touch: number }} goals @param {() => number} wire */
async function engine(url, goals, wire) {
  const size = await arrivals(url, goals.cold, wire);
  const { page } = await visit(url);
  const puzzles = await page.locator("#puzzles button").evaluateAll((all) => all.map((/** @type {any} */ one) => one.dataset.puzzle));
  for (const name of puzzles) {
    await choose(page, name);
    if (await page.locator("#hint").isVisible()) told(`${name}: a hint`, Number(await until(page, "#hint", "#hint-said")), "ms", 100);
  }
  await ingestion(page, about.puzzles[0], goals.events);
  if (text) await board(page, puzzles[1], text, goals.touch);
  await page.context().close();
  return size;
}

const url = process.env.TABULEIRO_URL ?? "";
const about = await (await fetch(new URL("api/about", url))).json();
console.log("with the server");
await engine(url, { cold: 300, events: 2000, touch: 33 }, () => 0);
if (process.env.TABULEIRO_SITE) {
  console.log("without a server");
  const files = await host(process.env.TABULEIRO_SITE);
  const size = await engine(files.url, { cold: 1000, events: 4000, touch: 50 }, files.sent);
  told("everything over the wire", size / 1024, "KiB", 1536);
  const [native, compiled] = [await searches((await visit(url)).page, "Server"), await searches((await visit(files.url)).page, "Workers")];
  const ratios = Object.entries(native).flatMap(([name, times]) => {
    // A worker's clock tells tenths of a millisecond.
    const long = Object.keys(times).filter((what) => times[what] >= 1);
    if (long.length === 0) return [];
    const all = long.map((what) => compiled[name][what] / times[what]);
    console.log(`  ${name}: ${median([...all]).toFixed(2)} times as long in the median of ${long.length}: ${long.map((what, i) => `${what} ${all[i].toFixed(1)}`).join(", ")}`);
    return [median(all)];
  });
  const [low, high] = [Math.floor((ratios.length - 1) / 2), Math.ceil((ratios.length - 1) / 2)];
  ratios.sort((one, other) => one - other);
  told("WebAssembly against native, median of the puzzles", (ratios[low] + ratios[high]) / 2, "", 3);
  files.close();
}
await browser.close();
