/**
 * `npm run prove -- [--only STAGE,STAGE] [--kills N] [--seed N] [--backlog N]`: runs the stages (by default all), prints the verdict
 * of the ledgers and a table, and writes test-results/proof.json. `--mutants`: breaks the code on purpose and checks that the proof
 * detects it. Exit code 0: proved. 1: a target was missed. 2: the proof could not run.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { killMutants } from "./mutants.ts";
import { describeReport, describeResults, type StageResult } from "./result-table.ts";
import { type StageOptions, stages } from "./stages.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    backlog: { type: "string", default: "50000" },
    seed: { type: "string", default: String(Date.now() % 1e9) },
    only: { type: "string" },
    mutants: { type: "boolean", default: false },
  },
});
const DEFAULT_KILLS = 100;
const results = fileURLToPath(new URL("../../test-results/", import.meta.url));

try {
  await mkdir(results, { recursive: true });
  const only = values.only?.split(",") ?? null;
  // Ends the process even if a stage left handles open.
  process.exit((await (values.mutants ? killMutants(only) : proveAll(only))) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(2);
}

async function proveAll(only: string[] | null): Promise<boolean> {
  const names = only ?? Object.keys(stages);
  const unknown = names.find((name) => !stages[name]);
  if (unknown !== undefined) throw new Error(`--only takes some of ${Object.keys(stages).join(", ")}`);
  const options = {
    ...(values.kills !== undefined && { kills: Number(values.kills) }),
    seed: Number(values.seed),
    backlog: Number(values.backlog),
  };
  const played: StageResult[] = [];
  for (const name of names) {
    const result = await play(name, options);
    played.push(result);
    console.log(`\n${name}: ${result.report.ok ? "proved" : "NOT PROVED"}\n${describeReport(result.report)}`);
    // Written after each stage, so that an interrupted run keeps its results.
    await writeFile(`${results}proof.json`, `${JSON.stringify({ ...options, stages: played }, null, 2)}\n`);
  }
  console.log(`\n${describeResults(played)}`);
  return played.every(({ report }) => report.ok);
}

async function play(
  name: string,
  options: Omit<StageOptions, "kills"> & { kills?: number },
): Promise<StageResult> {
  const stage = stages[name];
  if (!stage) throw new Error(`there is no stage ${name}`);
  const since = performance.now();
  const report = await stage.play({ kills: stage.kills ?? DEFAULT_KILLS, ...options });
  return { name, bar: stage.bar, seconds: (performance.now() - since) / 1_000, report };
}
