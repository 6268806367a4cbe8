// The page on a host of files, with the library in workers: it needs `tabuleiro page`, and so a library
// that `cargo xtask page` has made; the folder is named in TABULEIRO_SITE.

import { test as base, expect } from "@playwright/test";
import { host } from "./host.js";
import { about, watched } from "./visit.js";

const site = process.env.TABULEIRO_SITE ?? "";

const test = base.extend({
  page: async ({ page }, use) => {
    const files = await host(site);
    const faults = watched(page);
    await page.goto(files.url);
    await page.waitForSelector("body[data-ready]");
    await use(page);
    expect(faults).toEqual([]);
    files.close();
  },
});

test.use({ serviceWorkers: "allow" });

/** Asks workers of their own. @param {import("@playwright/test").Page} page @param {string} task */
function asked(page, task) {
  return page.evaluate(`(async () => {
    const { Workers } = await import(new URL("engine-worker.js", location.href).href);
    const workers = new Workers();
    const about = await workers.about("en");
    const whole = async (verb, body, how = {}) => {
      const told = [];
      for await (const frame of workers.request(verb, { options: {}, lang: "en", text: null, ...body }, how)) told.push(frame);
      return told;
    };
    ${task}
  })()`);
}

test("every puzzle is answered by a worker", async ({ page }) => {
  const told = await asked(
    page,
    `const told = [];
     for (const puzzle of about.puzzles) {
       const question = { puzzle: puzzle.name, text: puzzle.examples[0].text };
       const [board] = await whole("open", question);
       const known = { puzzle: puzzle.name, known: board.json.number };
       const run = await whole("run", known);
       const [measured] = await whole("measure", known);
       const answer = run.filter((frame) => "json" in frame).at(-1).json;
       told.push([answer.outcome, measured.json.outcome, run[0].json.number === board.json.number]);
     }
     return { told, puzzles: about.puzzles.length, engine: about.engine.name };`,
  );
  expect(told.engine).toBe("worker");
  expect(told.told).toEqual(Array(told.puzzles).fill(["solved", "solved", true]));
});

test("a worker has the words of the server, in every language", async ({ page }) => {
  for (const lang of about.langs) {
    const served = await (await fetch(new URL(`api/about?lang=${lang}`, process.env.TABULEIRO_URL))).json();
    const told = await asked(page, `return workers.about(${JSON.stringify(lang)});`);
    expect({ ...told, engine: null }).toEqual({ ...served, engine: null });
  }
});

test("a search that is stopped leaves the boards as they are, and the next question is answered", async ({ page }) => {
  const told = await asked(
    page,
    `const [puzzle] = about.puzzles;
     const [board] = await whole("open", { puzzle: puzzle.name, text: puzzle.examples[0].text });
     const known = { puzzle: puzzle.name, known: board.json.number };
     const times = [];
     for (const verb of ["run", "measure", "count"]) {
       const stop = new AbortController();
       const begun = performance.now();
       setTimeout(() => stop.abort(), 300);
       // Nothing that ends by itself.
       const options = verb === "count" ? { size: "8x8" } : { size: "7x7", start: "1,2" };
       await whole(verb, { puzzle: puzzle.name, strategy: "fixed", options }, { signal: stop.signal }).then(() => times.push(Infinity), () => times.push(performance.now() - begun));
     }
     const [again] = await whole("open", known);
     return { times, rows: again.json.rows };`,
  );
  for (const time of told.times) expect(time).toBeLessThan(10_000);
  expect(told.rows).toBe(8);
});

test("several searches run at the same time, and the board answers meanwhile", async ({ page }) => {
  const told = await asked(
    page,
    `const [puzzle] = about.puzzles;
     const question = { puzzle: puzzle.name, text: puzzle.examples[0].text };
     const stop = new AbortController();
     const endless = { puzzle: puzzle.name, strategy: "fixed", options: { size: "7x7", start: "1,2" } };
     const long = [1, 2].map(() => whole("measure", endless, { signal: stop.signal }).catch(() => "stopped"));
     const [board] = await whole("open", question);
     const [measured] = await whole("measure", question);
     stop.abort();
     return [board.json.rows, measured.json.outcome, ...(await Promise.all(long))];`,
  );
  expect(told).toEqual([8, "solved", "stopped", "stopped"]);
});

test("questions that come at the same time are all answered", async ({ page }) => {
  const told = await asked(
    page,
    `const [puzzle] = about.puzzles;
     const question = { puzzle: puzzle.name, text: puzzle.examples[0].text };
     // There is a worker that has nothing to do, and all want it.
     await whole("measure", question);
     const verbs = ["measure", "measure", "open", "run", "measure", "open", "measure", "measure", "open", "measure"];
     const answers = await Promise.all(verbs.map((verb) => whole(verb, question)));
     return answers.map((frames) => frames.length > 0);`,
  );
  expect(told).toEqual(Array(10).fill(true));
});

test("what is refused is refused as by the server", async ({ page }) => {
  const told = await asked(
    page,
    `const codes = [];
     for (const body of [{ puzzle: "nothing", text: "" }, { puzzle: about.puzzles[0].name, text: "?" }, { puzzle: about.puzzles[0].name, known: 5 }])
       await whole("open", body).catch((fault) => codes.push(fault.fault.code.length));
     return codes;`,
  );
  expect(told).toEqual([5, 5, 5]);
});

test("after the first visit the page needs no network", async ({ page, context }) => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  const solved = await asked(
    page,
    `const [measured] = await whole("measure", { puzzle: about.puzzles[0].name, text: about.puzzles[0].examples[0].text });
     return measured.json.outcome;`,
  );
  expect(solved).toBe("solved");
  await context.setOffline(false);
});
