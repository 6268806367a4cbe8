// How the tests run: against the server whose address they are given, in the system's Chromium.

import { defineConfig } from "@playwright/test";

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
});
