import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/harness/longest-first.ts";
import { filesThatCannotRun } from "./test/harness/missing-programs.ts";

const leftOut = filesThatCannotRun();

const BROWSER_TESTS = "test/e2e/dashboard-*.test.ts";
/** Measures processor time, which other tests at the same moment increase: they share the caches and the memory. */
const TESTS_ALONE = "test/e2e/event-loops.test.ts";
/** Files share a process, because loading the code again for each takes longer than most files. A file must undo its global changes. */
const isolate = false;
/** Node runs our sources as they are. Vite would transform each file again, which takes a tenth of the time of the database tests. */
const experimental = { viteModuleRunner: false, nodeLoader: false };
const dataOfPrograms = ["test/harness/global-database.ts", "test/harness/pristine-data.ts"];
const wholeProgram = {
  isolate,
  experimental,
  globalSetup: dataOfPrograms,
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/** Six kinds of test, six projects: pure, of the dashboard, with a database, the whole program in a browser, without, and alone on the machine. */
export default defineConfig({
  test: {
    // For selected tests. `npm test` sets its own number for each step.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          isolate,
          experimental,
          testTimeout: 300_000,
          include: ["{src,scripts,test,packages}/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", "test/e2e/**", ...leftOut],
        },
      },
      {
        // Vite transforms JSX and reads Markdown.
        test: {
          name: "dashboard",
          isolate,
          testTimeout: 300_000,
          include: ["dashboard/{src,docs}/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "db",
          isolate,
          experimental,
          include: ["{src,packages,test/reference}/**/*.db.test.ts"],
          exclude: leftOut,
          globalSetup: ["test/harness/global-database.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "browser",
          setupFiles: ["test/harness/browser-failures.ts"],
          include: [BROWSER_TESTS],
          exclude: leftOut,
          ...wholeProgram,
          globalSetup: [...dataOfPrograms, "test/harness/shared-program.ts"],
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: [BROWSER_TESTS, TESTS_ALONE, ...leftOut],
          ...wholeProgram,
        },
      },
      {
        test: {
          name: "alone",
          include: [TESTS_ALONE],
          exclude: leftOut,
          ...wholeProgram,
        },
      },
    ],
  },
});
