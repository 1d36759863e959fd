/**
 * `npm run prove -- [--kills N] [--seed N] [--only crash|phases|race|backends|storm|smtp]`: plays the stages, prints what both ledgers say and
 * writes test-results/proof.json. `--mutants`: breaks the code on purpose and demands that the proof notices.
 * Exit code 0: proved. 1: the ledgers disagree. 2: the proof could not be run.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { killMutants } from "./mutants.ts";
import { type StageReport, stages } from "./stages.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1e9) },
    only: { type: "string" },
    mutants: { type: "boolean", default: false },
  },
});
const results = fileURLToPath(new URL("../../test-results/", import.meta.url));

try {
  await mkdir(results, { recursive: true });
  process.exitCode = (await (values.mutants ? killMutants() : proveAll())) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}

async function proveAll(): Promise<boolean> {
  const names = values.only ? [values.only] : Object.keys(stages);
  const options = { kills: Number(values.kills), seed: Number(values.seed) };
  const reports: Record<string, StageReport> = {};
  for (const name of names) {
    const play = stages[name];
    if (!play) throw new Error(`--only takes one of ${Object.keys(stages).join(", ")}`);
    reports[name] = await play(options);
    console.log(`\n${name}: ${reports[name].ok ? "proved" : "NOT PROVED"}\n${describe(reports[name])}`);
  }
  await writeFile(`${results}proof.json`, `${JSON.stringify({ ...options, reports }, null, 2)}\n`);
  return Object.values(reports).every(({ ok }) => ok);
}

function describe(report: StageReport): string {
  const rows =
    "figures" in report
      ? Object.entries(report.figures).map(([name, figure]) => [name, JSON.stringify(figure)] as const)
      : ledgerRows(report);
  return rows.map(([name, count]) => `  ${name.padEnd(32)}${String(count).padStart(9)}`).join("\n");
}

function ledgerRows({
  verdict,
  misrecorded = [],
}: Extract<StageReport, { verdict: unknown }>): [string, number][] {
  const { lost, unexplainedDuplicates, damaged, differing, strangers } = verdict;
  const faults = { lost, unexplainedDuplicates, damaged, differing, strangers, misrecorded };
  return [
    ["emails attempted", verdict.attempted],
    ["accepted (200)", verdict.accepted],
    ["refused", verdict.refused],
    ["unanswered", verdict.unanswered],
    ["recipients of accepted emails", verdict.expected],
    ["copies at the sink", verdict.copies],
    ["duplicates with an excuse", verdict.explainedDuplicates],
    ...Object.entries(faults).map(([name, list]): [string, number] => [`FAULT ${name}`, list.length]),
  ];
}
