// The page on a host of files, with the library in workers: it needs `tabuleiro page`, and so a library
// that `cargo xtask page` has made; the folder is named in TABULEIRO_SITE.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { test as base, expect } from "@playwright/test";
import { watched } from "./visit.js";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };

/** A host of files below a path, as a page of a project has one. @param {string} folder */
async function host(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const name = pathname.replace(/^\/page\//, "") || "index.html";
    try {
      const bytes = await readFile(join(folder, normalize(name)));
      const type = /** @type {Record<string, string>} */ (TYPES)[extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://localhost:${port}/page/`, close: () => server.close() };
}

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

test.skip(site === "", "no library for the browser was compiled: `cargo xtask page`");

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
