// Visits to the page, for all tests: nothing may fail unseen while one lasts.

import { test as base, expect } from "@playwright/test";

import { host } from "./host.js";

export { expect };

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {{ action: string, at: [number, number], to: [number, number] | null, value: number | null }} Move */

/** What the server offers; the tests name no puzzle. */
export const about = await (await fetch(new URL("api/about", process.env.TABULEIRO_URL))).json();

/** Puzzles that can be played by hand. */
export const played = about.puzzles.filter((/** @type {any} */ { actions }) => (actions ?? []).length > 0);

export const test = base.extend({
  // Where the page is: at the server, or at a host of files that has no server behind it.
  baseURL: async ({ baseURL }, use, { project }) => {
    if (project.name !== "worker") return use(baseURL);
    const files = await host(process.env.TABULEIRO_SITE ?? "");
    await use(files.url);
    files.close();
  },
  page: async ({ page }, use) => {
    const faults = watched(page);
    await arrive(page, "./");
    await use(page);
    expect(faults).toEqual([]);
  },
});

/**
 * What goes wrong on a page, as it happens.
 * @param {Page} page
 */
export function watched(page) {
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  return faults;
}

/**
 * Goes to an address of the page, and waits until it is there.
 * @param {Page} page
 * @param {string} address
 */
export async function arrive(page, address) {
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  await still(page);
}

/**
 * Waits until no board is on its way.
 * @param {Page} page
 */
export async function still(page) {
  await page.waitForSelector("#boards[aria-busy=false]");
}

/**
 * Turns to a puzzle, and waits for its board.
 * @param {Page} page
 * @param {string} name
 */
export async function choose(page, name) {
  await still(page);
  // Its board is there already.
  if ((await page.locator(`[data-puzzle="${name}"]`).getAttribute("aria-current")) === "page") return;
  await page.click(`[data-puzzle="${name}"]`);
  await expect(page.locator(`[data-puzzle="${name}"]`)).toHaveAttribute("aria-current", "page");
  await still(page);
}

/**
 * Opens a text by the dialog for new boards.
 * @param {Page} page
 * @param {string} text
 */
export async function opened(page, text) {
  await page.click("#new");
  await page.fill("#paste", text);
  await page.click("#open-text");
  await expect(page.locator("#dialog")).toBeHidden();
}

/**
 * Turns to a tab.
 * @param {Page} page
 * @param {string} tab
 */
export async function turn(page, tab) {
  await page.click(`#tab-${tab}`);
  await expect(page.locator(`#tab-${tab}`)).toHaveAttribute("aria-selected", "true");
}

/**
 * Waits until the address tells what is on the page, and gives it.
 * @param {Page} page
 * @param {() => Promise<unknown>} [act] what changes it
 */
export async function settled(page, act) {
  const before = page.url();
  await act?.();
  if (act) await expect.poll(() => page.url()).not.toBe(before);
  let url = "";
  await expect
    .poll(async () => {
      const same = url === page.url();
      url = page.url();
      await page.waitForTimeout(300);
      return same && url.includes("#");
    })
    .toBe(true);
  return page.url();
}

/**
 * The middle of a square on the screen.
 * @param {Page} page
 * @param {[number, number]} at row and column from 1
 */
export async function spot(page, [row, col]) {
  const above = page.locator("canvas.above").first();
  const box = /** @type {any} */ (await above.boundingBox());
  const [x, y, pitch] = String(await above.getAttribute("data-place")).split(" ").map(Number);
  return { x: box.x + x + (col - 0.5) * pitch, y: box.y + y + (row - 0.5) * pitch };
}

/**
 * What is painted, on both canvases of every board, as a number that another picture hardly has.
 * @param {Page} page
 * @param {string} [canvases]
 */
export async function painted(page, canvases = "#boards canvas") {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.locator(canvases).evaluateAll((/** @type {any[]} */ all) => {
    let hash = 0;
    for (const canvas of all) {
      const text = canvas.toDataURL();
      for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
    }
    return hash;
  });
}

/**
 * The picture once it rests: what can be touched is lit when the engine has said it.
 * @param {Page} page
 */
export async function rested(page) {
  let last = await painted(page);
  const rests = async () => {
    const before = last;
    last = await painted(page);
    return before === last;
  };
  await expect.poll(rests, { intervals: [400] }).toBe(true);
  return last;
}

/**
 * Searches with what is chosen, and goes to the end.
 * @param {Page} page
 */
export async function solve(page) {
  await page.click("#run");
  await expect(page.locator("#run")).toBeEnabled();
  await page.click("#last");
}

/**
 * The moment on the timeline, and how many there are.
 * @param {Page} page
 */
export async function moments(page) {
  const [moment, end] = ((await page.textContent("#moment")) ?? "").split(" / ");
  const number = (/** @type {string} */ text) => Number(text.replaceAll(/\D/g, ""));
  return [number(moment), number(end)];
}

/**
 * Asks the server what the page would ask it: the JSON of all frames.
 * @param {string} verb
 * @param {any} body
 * @returns {Promise<any[]>}
 */
export async function asked(verb, body) {
  const response = await fetch(new URL(`api/${verb}`, process.env.TABULEIRO_URL), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ options: {}, lang: "en", text: null, ...body }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const words = new TextDecoder();
  if (!response.ok) return [{ refused: JSON.parse(words.decode(bytes)) }];
  const told = [];
  for (let at = 0; at < bytes.length; ) {
    const head = new DataView(bytes.buffer, at, 8);
    const size = 4 * head.getUint32(4, true);
    if (head.getUint32(0, true) === 1) told.push(JSON.parse(words.decode(bytes.subarray(at + 8, at + 8 + size))));
    at += 8 + size;
  }
  return told;
}

/**
 * The first board of a puzzle.
 * @param {any} puzzle
 * @returns {string}
 */
export function firstBoard(puzzle) {
  return puzzle.examples[0].text;
}

/**
 * Moves that win from the beginning of the first board.
 * @param {any} puzzle
 * @returns {Promise<Move[]>}
 */
export async function winning(puzzle) {
  const [told] = await asked("verdict", { puzzle: puzzle.name, text: firstBoard(puzzle), moves: [] });
  expect(told.outcome, puzzle.name).toBe("won");
  return told.continuation;
}

/**
 * The row and the column of a cell of the grid, from 1.
 * @param {import("@playwright/test").Locator} cell
 * @returns {Promise<[number, number]>}
 */
export async function placed(cell) {
  const [row, col] = await cell.evaluate((/** @type {any} */ element) => [element.parentElement.ariaRowIndex, element.ariaColIndex]);
  return [Number(row), Number(col)];
}
