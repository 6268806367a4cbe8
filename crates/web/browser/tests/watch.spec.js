// Searches: watched, wound, raced, stopped, replayed, proved and counted.

import { readFile } from "node:fs/promises";

import { about, choose, expect, moments, opened, painted, placed, solve, spot, still, test, turn } from "./visit.js";

/** How the files that can be kept begin. */
const BEGINNINGS = { svg: "<svg", png: "\x89PNG", gif: "GIF89a", json: "{" };

const several = about.puzzles.find((/** @type {any} */ { strategies }) => strategies.length > 3);

for (const puzzle of about.puzzles) {
  test.describe(puzzle.name, () => {
    test.beforeEach(async ({ page }) => {
      await choose(page, puzzle.name);
      await turn(page, "watch");
    });

    test("is solved, wound back, and replayed", async ({ page }) => {
      const before = await painted(page);
      await page.click("#pace-once");
      await solve(page);
      await expect(page.locator(".outcome")).toHaveText("Solved");
      await expect(page.locator(".words")).toContainText("verified");
      const after = await painted(page);
      expect(after).not.toBe(before);
      const [, end] = await moments(page);
      expect(end).toBeGreaterThan(1);
      await page.click("#back");
      expect((await moments(page))[0]).toBe(end - 1);
      expect(await painted(page)).not.toBe(after);
      await page.click("#first");
      expect((await moments(page))[0]).toBe(0);
      expect(await painted(page)).toBe(before);
      await page.locator("#stage").press(".");
      expect((await moments(page))[0]).toBe(1);
      await page.locator("#stage").press(",");
      expect((await moments(page))[0]).toBe(0);
      await page.click("#film-solution");
      const moves = page.locator("#solution-moves button");
      await expect(moves.first()).toBeVisible();
      expect((await moments(page))[0]).toBe(0);
      const opening = await painted(page);
      await moves.last().click();
      await expect(moves.last()).toHaveAttribute("aria-current", "step");
      await expect.poll(() => painted(page)).not.toBe(opening);
      await page.click("#film-search");
      await expect.poll(() => painted(page)).toBe(after);
    });

    test("tells the counters of the moment that is shown", async ({ page }) => {
      await page.click("#pace-once");
      await solve(page);
      const tally = () => page.locator(".tally").innerText();
      const [whole, [, end]] = [await tally(), await moments(page)];
      await page.click("#first");
      await expect(page.locator(".tally")).toHaveCount(0);
      await page.click("#last");
      expect(await tally()).toBe(whole);
      // What stands after the last event is the answer.
      await page.click("#back");
      expect([await tally(), (await moments(page))[0]]).toEqual([whole, end - 1]);
      await page.click("#film-solution");
      await expect(page.locator("#solution-moves")).toBeVisible();
      await expect(page.locator(".tally")).toHaveCount(0);
    });

    test("is kept in every format", async ({ page }) => {
      await page.click("#pace-once");
      await solve(page);
      await page.click("#share");
      const buttons = page.locator("#exports button");
      expect(await buttons.count()).toBeGreaterThan(4);
      for (const button of await buttons.all()) {
        const [kept] = await Promise.all([page.waitForEvent("download"), button.click()]);
        const bytes = await readFile(await kept.path(), "latin1");
        const end = /** @type {keyof typeof BEGINNINGS} */ (kept.suggestedFilename().split(".").at(-1));
        expect(bytes.length, end).toBeGreaterThan(1);
        expect(bytes.startsWith(BEGINNINGS[end] ?? ""), end).toBe(true);
      }
    });

    test("is printed as a book", async ({ page }) => {
      await page.click("#new");
      await page.fill("#print-number", "2");
      await page.fill("#print-title", "Ação");
      const [book] = await Promise.all([page.waitForEvent("download"), page.click("#print-book")]);
      expect(await readFile(await book.path(), "latin1")).toMatch(/^%PDF-1\.7/);
      await expect(page.locator("#print-book")).toBeEnabled();
      const [data] = await Promise.all([page.waitForEvent("download"), page.click("#print-data")]);
      const told = JSON.parse(await readFile(await data.path(), "utf8"));
      expect([told.title, told.puzzles.length]).toEqual(["Ação", 2]);
      // What cannot be printed is said, and another book can be asked for.
      await page.fill("#print-title", "\u540d");
      await page.click("#print-book");
      await expect(page.locator("#dialog [role=alert]")).toContainText("D0205");
      await expect(page.locator("#print-book")).toBeEnabled();
    });

    test("is solved and counted beside the board", async ({ page }) => {
      const small = puzzle.examples.find((/** @type {any} */ { countable }) => countable) ?? puzzle.examples[1];
      await opened(page, small.text);
      await turn(page, "prove");
      await page.click("#prove");
      await expect(page.locator("#proved .outcome")).toHaveText(/Solved|Impossible/);
      await page.click("#count");
      await expect(page.locator("#counted .big")).toHaveText(/\d/);
    });
  });
}

test("what is played before it was searched is searched", async ({ page }) => {
  await turn(page, "watch");
  await expect(page.locator("#last")).toBeDisabled();
  await page.click("#play");
  await expect(page.locator(".outcome")).toHaveText("Solved");
  expect((await moments(page))[1]).toBeGreaterThan(1);
});

test("a race of three ends with a sentence", async ({ page }) => {
  await choose(page, several.name);
  await turn(page, "watch");
  await page.check("#race");
  const others = page.locator("#strategies input:not(:checked)");
  await others.nth(1).check();
  await expect(page.locator(".pane")).toHaveCount(3);
  await page.locator("#limits summary").click();
  await page.fill("#nodes", "3000");
  await page.click("#run");
  await expect(page.locator("#run")).toBeEnabled();
  await expect(page.locator("#race-bars .bar")).toHaveCount(3);
  await expect(page.locator("#race-said")).toContainText(/at least \d.*at least [\d.,]+ times fewer/);
  for (const measured of await page.locator("#race-bars .measured").all()) await expect(measured).toBeVisible();
});

test("a long search is stopped, and says so", async ({ page }) => {
  for (const { name, strategies } of about.puzzles) {
    await choose(page, name);
    await turn(page, "watch");
    for (const { name: strategy } of strategies) {
      await page.check(`#strategies [value="${strategy}"]`);
      await page.click("#run");
      await page.waitForTimeout(900);
      if (await page.locator("#run").isEnabled()) continue;
      await page.click("#cancel");
      await expect(page.locator("#run")).toBeEnabled({ timeout: 3000 });
      await expect(page.locator(".result .status")).toHaveText(/^Stopped after [\d,]+ events/);
      await page.click("#last");
      expect((await moments(page))[0]).toBeGreaterThan(1000);
      return;
    }
  }
  throw new Error("no search is long");
});

test("the curve of a search of any length has so many points", async ({ page }) => {
  const points = await page.evaluate(async () => {
    const { Film } = await import(new URL("film.js", location.href).href);
    const { Picture } = await import(new URL("picture.js", location.href).href);
    return [1, 4, 1000].map((frame) => {
      const film = new Film(new Picture(1, 1));
      const step = 1 << 24;
      for (let i = 0; i < 100_000; i += frame) film.add(new Uint32Array(frame).fill(step));
      return film.curve.depths.length;
    });
  });
  for (const count of points) expect(count).toBeLessThanOrEqual(1024);
});

test("loops of frames do not pile up", async ({ page }) => {
  await turn(page, "watch");
  for (let i = 0; i < 12; i++) {
    await page.click("#run");
    await page.click("#cancel", { force: true, timeout: 1000 }).catch(() => {});
  }
  await expect(page.locator("#run")).toBeEnabled();
  const frames = await page.evaluate(async () => {
    let count = 0;
    const real = window.requestAnimationFrame;
    window.requestAnimationFrame = (act) => {
      count += 1;
      return real(act);
    };
    await new Promise((done) => setTimeout(done, 1000));
    window.requestAnimationFrame = real;
    return count;
  });
  // A film that plays and boards that are painted ask for two or three a frame, never for dozens.
  expect(frames).toBeLessThan(400);
});

test("what comes late about another puzzle is dropped", { tag: "@server" }, async ({ page }) => {
  const [first, second] = about.puzzles;
  await choose(page, first.name);
  await turn(page, "prove");
  let held = 0;
  await page.route("**/api/count", async (route) => {
    held += 1;
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue().catch(() => {});
  });
  await page.click("#count");
  await choose(page, second.name);
  await page.waitForTimeout(2500);
  expect(held).toBe(1);
  await expect(page.locator("#counted")).toHaveCount(0);
  // A board that is made late is not shown under another puzzle either.
  await page.route("**/api/generate", async (route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue().catch(() => {});
  });
  await page.click("#new");
  await page.click("#random");
  await page.keyboard.press("Escape");
  await choose(page, first.name);
  const before = await painted(page);
  await page.waitForTimeout(2500);
  await still(page);
  expect(await painted(page)).toBe(before);
  await expect(page.locator(`[data-puzzle="${first.name}"]`)).toHaveAttribute("aria-current", "page");
});

test("a count tells how far it is, is stopped, and leaves nothing behind", async ({ page }) => {
  await turn(page, "prove");
  await page.click("#count");
  await expect(page.locator("#far")).toContainText(/ s · [\d,]+ nodes/);
  await page.click("#count-stop");
  await expect(page.locator("#count")).toBeEnabled();
  await expect(page.locator("#prove-ended")).toHaveText(/^Stopped after \d+ s, [\d,]+ nodes/);
  await expect(page.locator("#counted")).toHaveCount(0);
});

test("a move that is tried on weights tells their sum", async ({ page }) => {
  for (const { name, gallery, examples, actions } of about.puzzles) {
    if (!(actions ?? []).some((/** @type {any} */ { of }) => of === "pair")) continue;
    await choose(page, name);
    for (const { text } of [...examples, ...(gallery ?? [])]) {
      await opened(page, text);
      await turn(page, "prove");
      await page.click("#prove");
      await expect(page.locator("#proved .outcome")).toBeVisible({ timeout: 30_000 });
      if ((await page.locator("#trial").count()) === 0) continue;
      const asked = await page.textContent("#trial");
      const [rows, cols] = await Promise.all(["aria-rowcount", "aria-colcount"].map(async (side) => Number(await page.locator("[role=grid]").first().getAttribute(side))));
      for (let cell = 0; cell < rows * cols; cell++) {
        const { x, y } = await spot(page, [1 + Math.floor(cell / cols), 1 + (cell % cols)]);
        await page.mouse.click(x, y);
        const target = page.locator("[role=gridcell]", { hasText: /can be moved to/ }).first();
        await page.waitForTimeout(250);
        if ((await target.count()) === 0) continue;
        const [row, col] = await placed(target);
        const to = await spot(page, [row, col]);
        await page.mouse.click(to.x, to.y);
        await expect(page.locator("#trial")).not.toHaveText(asked ?? "");
        const [before, after] = ((await page.textContent("#trial")) ?? "").split(" was ")[1].split(" and is ").map(parseFloat);
        expect(after).toBeLessThanOrEqual(before);
        return;
      }
    }
  }
  throw new Error("no proof has weights");
});

test("limits that are no numbers are refused where they are given", async ({ page }) => {
  await turn(page, "watch");
  await page.locator("#limits summary").click();
  for (const [field, text] of [["nodes", "abc"], ["nodes", "1.5"], ["seconds", "-3"], ["seconds", "soon"]]) {
    await page.fill("#nodes", "");
    await page.fill("#seconds", "60");
    await page.fill(`#${field}`, text);
    await page.click("#run");
    await expect(page.locator("#trouble"), `${field} ${text}`).toContainText("must be");
  }
  await page.fill("#seconds", "60");
  await page.fill("#nodes", "1,000");
  await page.click("#pace-once");
  await solve(page);
  await expect(page.locator("#trouble")).toHaveCount(0);
  await expect(page.locator(".outcome")).toBeVisible();
});

test("a proof is painted on the board, and its lines stay lines", async ({ page }) => {
  // Every board of every puzzle is proved.
  test.setTimeout(120_000);
  let found = 0;
  for (const { name, gallery, examples } of about.puzzles) {
    await choose(page, name);
    await turn(page, "prove");
    for (const { text } of [...(gallery ?? []), ...examples]) {
      await opened(page, text);
      const before = await painted(page);
      await page.click("#prove");
      await expect(page.locator("#proved .outcome")).toBeVisible({ timeout: 30_000 });
      if ((await page.textContent("#proved .outcome")) !== "Impossible") continue;
      found += 1;
      const proof = page.locator("#proved pre").first();
      if ((await proof.count()) === 0) continue;
      expect(await proof.evaluate((/** @type {any} */ one) => getComputedStyle(one).whiteSpace)).toBe("pre");
      if ((await painted(page)) !== before) found += 100;
    }
  }
  expect(found).toBeGreaterThan(100);
});

for (const puzzle of about.puzzles.filter((/** @type {any} */ { lessons }) => (lessons ?? []).length > 0)) {
  test(`the lesson of ${puzzle.name} is followed to its end`, async ({ page }) => {
    test.setTimeout(120_000);
    await choose(page, puzzle.name);
    await turn(page, "watch");
    const [lesson] = puzzle.lessons;
    await page.click(`[data-lesson="${lesson.name}"]`);
    for (let step = 0; step < lesson.steps.length; step++) {
      await expect(page.locator("#lesson .caption-text")).toHaveText(lesson.steps[step].caption);
      await still(page);
      // Beside the board the caption says what happens, and nothing of it is cut.
      const caption = page.locator("#caption");
      expect(await caption.evaluate((/** @type {any} */ one) => one.scrollHeight <= one.clientHeight + 1), await caption.innerText()).toBe(true);
      await page.click(step + 1 < lesson.steps.length ? "#lesson-next" : "#lesson-end");
    }
    await expect(page.locator("#lesson")).toHaveCount(0);
    // A teacher stands at a projector, with a remote control.
    await page.click(`[data-lesson="${lesson.name}"]`);
    await page.locator("#stage").press("f");
    await expect(page.locator("#caption")).toHaveText(lesson.steps[0].caption);
    await page.keyboard.press("PageDown");
    await expect(page.locator("#caption")).toHaveText(lesson.steps[1].caption);
    await page.click("#remote-next");
    await expect(page.locator("#caption")).toHaveText(lesson.steps[2].caption);
    await page.keyboard.press("PageUp");
    await expect(page.locator("#caption")).toHaveText(lesson.steps[1].caption);
    await page.click("#leave");
    await expect(page.locator("#lesson")).toBeVisible();
  });
}
