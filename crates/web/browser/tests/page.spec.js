// What the page does, whatever the puzzle: address, history, languages, sizes, a server that is gone.

import { spawn } from "node:child_process";

import { about, arrive, choose, expect, painted, settled, solve, still, test, turn, watched } from "./visit.js";

/** @typedef {import("@playwright/test").Page} Page */

test("Back and Forward turn between boards and tabs", async ({ page }) => {
  const [first, second] = about.puzzles;
  await settled(page);
  await settled(page, () => turn(page, "watch"));
  await settled(page, () => choose(page, second.name));
  const there = await painted(page);
  await page.goBack();
  await expect(page.locator(`[data-puzzle="${first.name}"]`)).toHaveAttribute("aria-current", "page");
  await expect(page.locator("#tab-watch")).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(page.locator("#tab-play")).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await page.goForward();
  await expect(page.locator(`[data-puzzle="${second.name}"]`)).toHaveAttribute("aria-current", "page");
  await still(page);
  await expect.poll(() => painted(page)).toBe(there);
});

test("a moment of a search is in the address, and outlives a reload", async ({ page }) => {
  await turn(page, "watch");
  await page.click("#pace-once");
  await page.locator("#limits summary").click();
  await page.fill("#seconds", "45");
  await solve(page);
  await page.click("#first");
  for (let i = 0; i < 5; i++) await page.click("#step");
  await settled(page);
  const before = await painted(page);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await expect(page.locator("#moment")).toHaveText(/^5 \//);
  await page.locator("#limits summary").click();
  await expect(page.locator("#seconds")).toHaveValue("45");
  await expect.poll(() => painted(page)).toBe(before);
});

test("a link pasted into the open tab is followed", async ({ page }) => {
  const [first, second] = about.puzzles;
  const link = await settled(page);
  await settled(page, () => choose(page, second.name));
  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);
  await expect(page.locator(`[data-puzzle="${first.name}"]`)).toHaveAttribute("aria-current", "page");
});

test("a link that was cut short is said to be damaged", async ({ page, context }) => {
  const link = await settled(page);
  const other = await context.newPage();
  await arrive(other, link.slice(0, -12));
  await expect(other.locator("#notice")).toContainText("damaged");
});

test("what another version wrote into a link is left out", async ({ page, context }) => {
  const [puzzle] = about.puzzles;
  const shared = { puzzle: puzzle.name, text: puzzle.examples[0].text, tab: "watch", moves: [null], made: "1", strategies: 7, moment: "x", film: [], limits: null, options: 3, more: {} };
  const link = await page.evaluate(async (shared) => {
    const { packed } = await import(new URL("share.js", location.href).href);
    return packed(shared);
  }, shared);
  const other = await context.newPage();
  const faults = watched(other);
  await arrive(other, `./#${link}`);
  await expect(other.locator("#tab-watch")).toHaveAttribute("aria-selected", "true");
  await expect(other.locator("#trouble, #notice")).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("settings are kept", async ({ page }) => {
  await page.click("#settings");
  await page.selectOption("#theme", "dark");
  await page.selectOption("#lang", about.langs.at(-1));
  await expect(page.locator("html")).toHaveAttribute("lang", about.langs.at(-1));
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await expect(page.locator("html")).toHaveAttribute("lang", about.langs.at(-1));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("every word is there in every language", async ({ page }) => {
  /** @type {string[]} */
  const shown = [];
  for (const lang of about.langs) {
    await page.click("#settings");
    await page.selectOption("#lang", lang);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    let words = await page.locator("#dialog").innerText();
    await page.click("#dialog-close");
    for (const tab of ["play", "watch", "prove", "edit"]) {
      await turn(page, tab);
      if (tab === "watch") {
        await page.click("#pace-once");
        await solve(page);
      }
      words += await page.locator("body").innerText();
    }
    for (const dialog of ["new", "share", "keys"]) {
      await page.click(`#${dialog}`);
      words += await page.locator("#dialog").innerText();
      await page.click("#dialog-close");
    }
    expect(words).not.toMatch(/(^|\s)(event|outcome|tone|role|theme|tab|pace|hint|verdict|key|lit|won|check)\.[a-z]/);
    shown.push(words);
  }
  expect(new Set(shown).size).toBe(about.langs.length);
});

for (const [width, height] of [[320, 640], [390, 844], [844, 390], [1024, 768], [1280, 720], [1920, 1080]]) {
  test(`${width} pixels are wide enough`, { tag: "@server" }, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height });
    for (const lang of about.langs) {
      await page.evaluate((lang) => localStorage.setItem("tabuleiro.settings", JSON.stringify({ lang })), lang);
      await page.goto("about:blank");
      await arrive(page, "./");
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      for (const { name } of about.puzzles) {
        await choose(page, name);
        for (const tab of ["play", "watch", "prove", "edit"]) {
          await turn(page, tab);
          await fits(page, `${lang} ${name} ${tab}`);
        }
      }
    }
  });
}

/** Nothing is cut, nothing covers anything, and the board is the largest thing there is. @param {Page} page @param {string} where */
async function fits(page, where) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
  const wrong = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll("button, label, h2, #legend li")].map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
    const cut = boxes.filter(({ one, box }) => box.right > innerWidth + 1 || (one instanceof HTMLButtonElement && one.scrollWidth > one.clientWidth + 1));
    const bar = boxes.filter(({ one }) => one.closest("#bar, #tabs"));
    const covered = bar.filter(({ one, box }) => bar.some(({ one: other, box: next }) => other !== one && box.left < next.right - 1 && next.left < box.right - 1 && box.top < next.bottom - 1 && next.top < box.bottom - 1));
    return [...cut, ...covered].map(({ one }) => one.textContent || one.id);
  });
  expect(wrong, where).toEqual([]);
  const board = /** @type {any} */ (await page.locator(".board").first().boundingBox());
  if (width > height) {
    expect(board.width / width, where).toBeGreaterThanOrEqual(0.6);
    expect(board.height / height, where).toBeGreaterThanOrEqual(height < 480 ? 0.55 : 0.7);
    const panel = /** @type {any} */ (await page.locator("#panel").boundingBox());
    expect(board.width * board.height).toBeGreaterThan(panel.width * panel.height);
  } else {
    expect(board.width / width, where).toBeGreaterThanOrEqual(0.95);
  }
}

test("a board that is turned to on a telephone is seen at once", { tag: "@server" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const [first, second] = about.puzzles;
  await page.evaluate(() => window.scrollTo(0, 400));
  await choose(page, second.name);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.locator(".brief h2")).toHaveText(second.title);
  await choose(page, first.name);
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.click("#new");
  await page.locator("[data-board]").last().click();
  await expect(page.locator("#dialog")).toBeHidden();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("who wants no motion sees the end at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await turn(page, "watch");
  await page.click("#run");
  await expect(page.locator(".outcome")).toBeVisible();
  await expect(page.locator("#play")).toHaveAttribute("aria-label", "Play");
  await expect.poll(async () => {
    const [moment, end] = ((await page.textContent("#moment")) ?? "").split(" / ");
    return moment === end;
  }).toBe(true);
});

test("a projector shows the board alone, and is left by a key", async ({ page }) => {
  await page.locator("#stage").press("f");
  await expect(page.locator("#panel")).toBeHidden();
  await expect(page.locator("#bar")).toBeHidden();
  await expect(page.locator("#caption")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#panel")).toBeVisible();
});

test("the shortcuts are told at a question mark", async ({ page }) => {
  await page.locator("#stage").press("?");
  await expect(page.locator("#dialog")).toContainText("Projector");
});

test("squares have the names that their puzzle has for them", async ({ page }) => {
  for (const { name, coordinates } of about.puzzles) {
    await choose(page, name);
    const first = page.locator("[role=gridcell]").first();
    await expect(first, name).toHaveText(coordinates === "chess" ? /^a[1-9]\d*: / : /^1, 1: /);
    if (coordinates !== "chess") continue;
    // So have sentences: of moves that are made, and of searches.
    await page.click("#hint");
    await page.click("#hint");
    await expect(page.locator("#hint-said .why")).toHaveText(/(^|\W)[a-z][1-9]\d*\W/);
    await page.click("#hint");
    await page.locator(".steps summary").click();
    await expect(page.locator(".steps li").first()).toHaveText(/(^|\W)[a-z][1-9]\d*(\W|$)/);
    await turn(page, "watch");
    await page.click("#pace-once");
    await solve(page);
    await page.click("#first");
    for (let i = 0; i < 3; i++) await page.click("#step");
    await expect(page.locator("#caption")).toHaveText(/(^|\W)[a-z][1-9]\d*\W/);
    await expect(page.locator("#caption")).not.toHaveText(/\d,\d/);
    await turn(page, "play");
  }
});

test("options lead to boards", async ({ page }) => {
  for (const { name, options } of about.puzzles) {
    const sized = options.find((/** @type {any} */ { role, takes }) => role === "instance" && takes?.type === "size");
    if (!sized) continue;
    await choose(page, name);
    await page.click("#new");
      await page.fill(`[data-option="${sized.name}-rows"]`, "6");
    await page.fill(`[data-option="${sized.name}-cols"]`, "7");
    await page.click("#empty");
    await expect(page.locator("#dialog")).toBeHidden();
    await expect(page.locator("[role=grid]").first()).toHaveAttribute("aria-colcount", "7");
  }
});

test("no option is offered that can never work", async ({ page }) => {
  // The page is visited anew for each of a dozen options.
  test.setTimeout(120_000);
  for (const { name, options } of about.puzzles) {
    const describes = options.some((/** @type {any} */ { instead }) => instead);
    for (const option of options) {
      const { role, takes, instead } = option;
      if (!["instance", "given"].includes(role) || !["flag", "choice"].includes(takes?.type)) continue;
      for (const place of ["#dialog", "#tab"]) {
        // Elsewhere it is not to be seen.
        if (place === "#dialog" ? !describes : instead) continue;
        await page.goto("about:blank");
        await arrive(page, "./");
        await choose(page, name);
        if (place === "#dialog") await page.click("#new");
        else {
          await turn(page, "edit");
          await page.locator("details", { has: page.locator("#adjust") }).locator("summary").click();
        }
        const control = page.locator(`${place} [data-option="${option.name}"]`);
        await (takes.type === "flag" ? control.check() : control.selectOption(takes.choices.at(-1).value));
        await page.click(place === "#dialog" ? "#empty" : "#adjust");
        if (place === "#dialog") await expect(page.locator("#dialog"), `${name} ${option.name}`).toBeHidden();
        await page.waitForTimeout(200);
        await still(page);
        await expect(page.locator("#trouble"), `${name} ${option.name}`).toHaveCount(0);
      }
    }
  }
});

test("a board that is too large to be played says so, and can be watched", async ({ page }) => {
  for (const { name, options } of about.puzzles) {
    if (!options.some((/** @type {any} */ { instead, takes }) => instead && takes.type === "size")) continue;
    await choose(page, name);
    await page.click("#new");
    for (const side of ["rows", "cols"]) await page.fill(`#dialog [data-option$="-${side}"] >> nth=0`, "300");
    await page.click("#empty");
    await expect(page.locator("#dialog")).toBeHidden();
    await expect(page.locator("#unable")).toContainText("too large");
    await expect(page.locator("#hint")).toHaveCount(0);
    await expect(page.locator("#trouble")).toHaveCount(0);
  }
});

test("boards are made at random, and by the day", async ({ page }) => {
  for (const { name } of about.puzzles) {
    await choose(page, name);
    for (const way of ["random", "daily"]) {
      await page.click("#new");
      await page.click(`#${way}`);
      await expect(page.locator("#dialog"), `${name} ${way}`).toBeHidden();
      await still(page);
      await expect(page.locator("#trouble")).toHaveCount(0);
    }
  }
});

/** Starts a server of its own. @param {number} port */
async function serve(port) {
  const program = process.env.TABULEIRO_PROGRAM ?? "tabuleiro";
  const child = spawn(program, ["serve", "--no-open", "--lang", "en", "--port", String(port)]);
  await new Promise((ready, failed) => {
    child.stdout.once("data", ready);
    child.once("error", failed);
  });
  return child;
}

test("a server that is gone is a sentence, and one that is back goes on", { tag: "@server" }, async ({ browser }) => {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  let child = await serve(port);
  const context = await browser.newContext({ locale: "en" });
  const page = await context.newPage();
  const faults = watched(page);
  try {
    await arrive(page, `http://localhost:${port}/`);
    await choose(page, about.puzzles[1].name);
    await turn(page, "watch");
    child.kill("SIGKILL");
    await new Promise((ended) => child.once("exit", ended));
    await page.click("#run");
    await expect(page.locator("#gone")).toContainText("does not answer");
    await page.click("#settings");
    await page.selectOption("#lang", about.langs.at(-1));
    await page.keyboard.press("Escape");
    await expect(page.locator("#gone")).toBeVisible();
    await expect(page.locator("#boards")).toHaveAttribute("aria-busy", "false");
    child = await serve(port);
    await page.click("#retry");
    await expect(page.locator("#gone")).toHaveCount(0);
    // The board has another number now, or none: it is sent again.
    await page.click("#run");
    await expect(page.locator(".outcome")).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    child.kill("SIGKILL");
    await context.close();
  }
});
