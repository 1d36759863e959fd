/** The control group: losses and duplicates of other programs under the same kills, with the same ledgers and verdict. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "../../../src/platform/postgres/index.ts";
import { createLogger } from "../../../src/platform/telemetry/index.ts";
import { canConnect } from "../../harness/can-connect.ts";
import { nodePath } from "../../harness/node-path.ts";
import { freePort } from "../../harness/posthouse.ts";
import { until } from "../../harness/until.ts";
import { proveCrashes } from "../crash-run.ts";
import { letRun } from "../disrupt.ts";
import { readLedger, wallClock } from "../ledger.ts";
import { startLoad } from "../load-client.ts";
import { seededRandom } from "../random.ts";
import type { ClientRecord, Disruption, SinkRecord } from "../records.ts";
import { startSink } from "../start-sink.ts";
import { judge, type Verdict } from "../verdict.ts";

export type ControlOptions = { kills: number; seed: number; directory: string };
type Row = Pick<Verdict, "accepted" | "expected"> & {
  lost: number;
  doubled: number;
  doubledWithExcuse: number;
};
export type ControlFigures = Record<"posthouse" | "nodemailer pool" | "pg-boss + nodemailer", Row>;

const program = fileURLToPath(new URL("./sender.ts", import.meta.url));
const loadOptions = { connections: 8, rate: 100 };
const between = { least: 200, most: 3_000 };
/** A job of a killed process is retried after its expiry and a few turns of its supervisor. */
const QUIET_MS = 30_000;

/** Posthouse must have no errors; results of the others are only reported. */
export async function compareWithControl(
  options: ControlOptions,
): Promise<{ ok: boolean; figures: ControlFigures }> {
  const ours = await proveCrashes({ ...options, ...loadOptions, targets: ["both"] });
  const figures = {
    posthouse: rowOf(ours.verdict),
    "nodemailer pool": rowOf(await tryControl("plain", options)),
    "pg-boss + nodemailer": rowOf(await tryBoss(options)),
  };
  return { ok: ours.ok, figures };
}

function rowOf({ accepted, expected, lost, unexplainedDuplicates, explainedDuplicates }: Verdict): Row {
  const doubled = unexplainedDuplicates.length;
  return { accepted, expected, lost: lost.length, doubled, doubledWithExcuse: explainedDuplicates };
}

async function tryBoss(options: ControlOptions): Promise<Verdict> {
  const dataDir = join(options.directory, "boss");
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger("silent", "control") });
  try {
    return await tryControl("pg-boss", options, postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}

async function tryControl(
  kind: "plain" | "pg-boss",
  options: ControlOptions,
  databaseUrl = "",
): Promise<Verdict> {
  const clientPath = join(options.directory, `${kind}-client.jsonl`);
  const sinkPath = join(options.directory, `${kind}-sink.jsonl`);
  const sink = await startSink(sinkPath);
  const port = await freePort();
  const start = () => startSender([kind, String(port), String(sink.port), databaseUrl], port);
  let sender = await start();
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    const load = await startLoad({ ...loadOptions, baseUrl, key: "", ledgerPath: clientPath, prefix: kind });
    const random = seededRandom(options.seed);
    const disruptions: Disruption[] = [];
    for (let kill = 0; kill < options.kills; kill += 1) {
      await letRun(random, between);
      const at = wallClock();
      await end(sender);
      sender = await start();
      disruptions.push({ target: "both", at, until: wallClock() });
    }
    await load.stop();
    await untilQuiet(sinkPath);
    const client = await readLedger<ClientRecord>(clientPath);
    return judge({ client, sink: await readLedger<SinkRecord>(sinkPath), disruptions });
  } finally {
    await end(sender);
    await sink.stop();
  }
}

async function startSender(args: string[], port: number): Promise<ChildProcess> {
  const child = spawn(nodePath, [program, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  await until(() => canConnect(port), { within: 30_000, what: `${args[0]} to listen` });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** The time without a copy after which no more are expected. */
async function untilQuiet(sinkPath: string): Promise<void> {
  let [count, since] = [-1, performance.now()];
  while (performance.now() - since < QUIET_MS) {
    await pause(500);
    const { length } = await readLedger<SinkRecord>(sinkPath);
    if (length !== count) [count, since] = [length, performance.now()];
  }
}
