/** `npm test`: all checks and tests, the quickest first. `npm test -- <filter>`: only matching tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDashboard } from "./setup/build-dashboard.mjs";
import { buildServer } from "./setup/build-server.mjs";
import { inRoot, root, toolEnvironment } from "./setup/paths.mjs";
import { setUp } from "./setup/set-up.mjs";

const reports = mkdtempSync(join(tmpdir(), "posthouse-reports-"));

const steps = [
  { name: "lockfile", command: ["node", inRoot("scripts/check-lockfile.mjs")] },
  { name: "words", command: ["node", inRoot("scripts/check-words.mjs")] },
  { name: "format and lint", command: ["biome", "check", "."] },
  { name: "types of the server", command: ["tsc", "-p", "."] },
  { name: "types of the dashboard", command: ["tsc", "-p", "dashboard"] },
  { name: "rings", command: ["depcruise", "src", "packages/client/src", "dashboard/src"] },
  { name: "dead code", command: ["knip"] },
  { name: "build", run: build },
  { name: "unit, database", command: vitest({ projects: ["unit", "dashboard", "db"], workers: 6 }) },
  { name: "whole program, browser", command: vitest({ projects: ["e2e", "browser"], workers: 4 }) },
  { name: "event loops", command: vitest({ projects: ["alone"], workers: 1 }) },
];

/** `workers`: test files at once. Files that mostly wait for timeouts and the database need more of them than files that start programs. */
function vitest({ projects, workers }) {
  const report = join(reports, `${projects.join("-")}.json`);
  const selected = projects.flatMap((project) => ["--project", project]);
  return [
    "vitest",
    "run",
    ...selected,
    `--maxWorkers=${workers}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
}

async function run([command, ...args]) {
  const child = spawn(inRoot("node_modules/.bin", command), args, {
    cwd: root,
    stdio: "inherit",
    env: toolEnvironment(),
  });
  const [status] = await once(child, "close");
  return status === 0;
}

async function runStep({ name, command, run: work }) {
  process.stdout.write(`\n── ${name}\n`);
  const startedAt = performance.now();
  const passed = command ? await run(command) : await succeeds(work);
  return { name, passed, seconds: (performance.now() - startedAt) / 1000 };
}

async function build() {
  await buildDashboard();
  await buildServer();
}

/** For work that ends the process when it fails. */
async function succeeds(work) {
  await work();
  return true;
}

function countTests() {
  const counts = { passed: 0, failed: 0 };
  for (const { command } of steps) {
    const path = command?.at(-1)?.split("--outputFile.json=")[1];
    if (!path) continue;
    try {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(path, "utf8"));
      counts.passed += numPassedTests;
      counts.failed += numFailedTests;
    } catch {
      // A step that did not run has no report.
    }
  }
  return counts;
}

function printTable(results) {
  const rows = steps.map(({ name }) => {
    const result = results.find((one) => one.name === name);
    const outcome = result ? (result.passed ? "ok" : "FAILED") : "not run";
    return `  ${name.padEnd(26)}${outcome.padEnd(8)}${result ? `${result.seconds.toFixed(1).padStart(7)} s` : ""}`;
  });
  process.stdout.write(`\n${rows.join("\n")}\n\n`);
}

await setUp({ build: false, tools: true });
const filter = process.argv.slice(2);
if (filter.length > 0) {
  await build();
  process.exit((await run(["vitest", "run", ...filter])) ? 0 : 1);
}

const results = [];
for (const step of steps) {
  results.push(await runStep(step));
  if (!results.at(-1).passed) break;
}
printTable(results);
const counts = countTests();
const failedChecks = results.filter(({ passed }) => !passed).length;
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`${counts.passed} passed, ${counts.failed || failedChecks} failed\n`);
process.exit(failedChecks === 0 ? 0 : 1);
