import { defineConfig } from "vitest/config";
import { filesThatCannotRun } from "./test/harness/missing-programs.ts";

const leftOut = filesThatCannotRun();

const browserTests = "test/e2e/dashboard-*.test.ts";
/** The whole program takes both cores by itself. */
const wholeProgram = {
  globalSetup: ["test/harness/global-database.ts"],
  fileParallelism: false,
  testTimeout: 240_000,
  hookTimeout: 120_000,
};

/** Four kinds of test, four projects: pure, with a database, the whole program in a browser, and without. */
export default defineConfig({
  test: {
    // Much of a test is waiting: for a database, a time limit, another process.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,scripts,test,packages,dashboard/src}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "test/e2e/**", ...leftOut],
        },
      },
      {
        test: {
          name: "db",
          include: ["{src,packages,test/reference,test/upgrade}/**/*.db.test.ts"],
          globalSetup: ["test/harness/global-database.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "browser",
          include: [browserTests],
          exclude: leftOut,
          ...wholeProgram,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: [browserTests, ...leftOut],
          ...wholeProgram,
        },
      },
    ],
  },
});
