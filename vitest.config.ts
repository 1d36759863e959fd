import { defineConfig } from "vitest/config";
import { filesThatCannotRun } from "./test/harness/missing-programs.ts";

const leftOut = filesThatCannotRun();

/** Three kinds of test, three projects: pure, with a database, and the whole program. */
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
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: leftOut,
          globalSetup: ["test/harness/global-database.ts"],
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
