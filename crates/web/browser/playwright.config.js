// How the tests run, in the system's Chromium: against the server whose address they are given, and
// against the page without one, if its folder is given. What both do is tested with both.

import { defineConfig } from "@playwright/test";

const site = process.env.TABULEIRO_SITE ?? "";

export default defineConfig({
  testDir: "tests",
  outputDir: "results",
  fullyParallel: true,
  workers: 2,
  timeout: 40_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: "line",
  use: {
    baseURL: process.env.TABULEIRO_URL,
    locale: "en",
    viewport: { width: 1200, height: 900 },
    launchOptions: {
      executablePath: process.env.TABULEIRO_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    },
  },
  projects: [
    { name: "server", testIgnore: "static.spec.js" },
    // What is kept for want of a network has tests of its own.
    ...(site ? [{ name: "worker", testMatch: ["access.spec.js", "play.spec.js", "watch.spec.js", "page.spec.js", "static.spec.js"], grepInvert: /@server/, use: { serviceWorkers: /** @type {const} */ ("block") } }] : []),
  ],
});
