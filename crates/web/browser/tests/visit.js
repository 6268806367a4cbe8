// Visits to the page, for all tests: nothing may fail unseen while one lasts.

import { test as base, expect } from "@playwright/test";

export { expect };

/** @typedef {import("@playwright/test").Page} Page */

/** What the server offers; the tests name no puzzle. */
export const about = await (await fetch(new URL("api/about", process.env.TABULEIRO_URL))).json();

export const test = base.extend({
  page: async ({ page }, use) => {
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", (fault) => faults.push(fault.message));
    await arrive(page, "/");
    await use(page);
    expect(faults).toEqual([]);
  },
});

/**
 * Goes to an address of the page, and waits until it is there.
 * @param {Page} page
 * @param {string} address
 */
export async function arrive(page, address) {
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
}

/**
 * Turns to a puzzle, and waits for its board.
 * @param {Page} page
 * @param {string} name
 */
export async function choose(page, name) {
  await opened(page, () => page.selectOption("#puzzle", name));
}

/**
 * Does something that opens a board, and waits until the page has settled on it.
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
export async function opened(page, act) {
  await act();
  await page.waitForSelector("#boards[aria-busy=false]");
}

/**
 * Searches, and goes to the end.
 * @param {Page} page
 */
export async function solve(page) {
  await page.click("#run");
  await expect(page.locator("#run")).toBeEnabled();
  await page.click("#last");
}

/**
 * What is painted, on both canvases.
 * @param {Page} page
 */
export async function painted(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const data = (/** @type {any[]} */ all) => all.map((canvas) => canvas.toDataURL()).join(" ");
  return page.locator("canvas").evaluateAll(data);
}

/**
 * The events counted on the first board.
 * @param {Page} page
 */
export async function tally(page) {
  const counts = await page.locator("article").first().locator(".tally dd").allTextContents();
  return counts.reduce((sum, count) => sum + Number(count.replaceAll(/\D/g, "")), 0);
}
