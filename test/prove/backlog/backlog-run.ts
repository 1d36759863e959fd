/**
 * A standing backlog while processes are killed and the database is read-only, slow and full. Run as `node backlog-run.ts OPTIONS`
 * under `unshare --mount`, so that the data directory has a small disk of its own. Prints its report.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodePath } from "../../harness/node-path.ts";
import { newDataDir } from "../../harness/pristine-data.ts";
import { until } from "../../harness/until.ts";
import { canMakeDisks } from "../disk-run.ts";
import { disrupt, letRun } from "../disrupt.ts";
import { findMisrecorded } from "../misrecorded.ts";
import { seededRandom } from "../random.ts";
import type { Disruption, Target } from "../records.ts";
import { connectAgain, onStage, type Stage } from "../stage.ts";
import type { Verdict } from "../verdict.ts";
import { type DatabaseTrouble, disturbDatabase } from "./disturb-database.ts";
import { findUnbacked } from "./find-unbacked.ts";
import { recordLostClaims } from "./record-lost-claims.ts";

export type BacklogOptions = { kills: number; backlog: number; seed: number; directory: string };
export type BacklogReport = {
  ok: boolean;
  seed: number;
  seconds: number;
  verdict: Verdict;
  misrecorded: string[];
  /** Recipients with an event, an attempt or a delay without a matching try at the sink. */
  unbacked: string[];
  /** Statuses below 500 that callers received. */
  refusals: string[];
  /** The number of disruptions of each kind. */
  disruptions: Record<string, number>;
  /** The minimum of waiting recipients at the end of a disruption. */
  backlogLeast: number;
};

const TARGETS = ["api", "worker", "postgres", "worker", "both", "supervisor"] as const;
/** A disturbance after every N kills; a short run has each of them once. */
const killsPerTrouble = (kills: number) => Math.max(1, Math.min(6, Math.floor(kills / 3)));
const TROUBLES: readonly DatabaseTrouble[] = ["read-only", "slow", "full"];
/** The sink is slow enough to keep the backlog: 20 connections with this delay each. */
const SLOW_MAIL_MS = 1_000;
/** Sizes of a new database, of its WAL, and of an email with its events. */
const diskMb = ({ backlog }: BacklogOptions) => 500 + Math.ceil(backlog / 50);
/** The minimum rate at which the backlog drains. */
const drainWithinMs = (backlog: number) => 120_000 + backlog * 6;

const program = fileURLToPath(import.meta.url);

/** Uses a small disk if the machine allows it; otherwise the disk is never full. */
export async function proveBacklog(options: BacklogOptions): Promise<BacklogReport> {
  if (!canMakeDisks()) return await onStage(options, (stage) => playBacklog(stage, options, null));
  const child = spawn("unshare", ["--mount", nodePath, program, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(Buffer.concat(await child.stdout.toArray()).toString());
}

async function playOnSmallDisk(options: BacklogOptions): Promise<BacklogReport> {
  const disk = join(options.directory, "disk");
  await mkdir(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMb(options)}m`, "tmpfs", disk]);
  const dataDir = await newDataDir({ parent: disk });
  const { directory } = options;
  return onStage({ directory, dataDir }, (stage) => playBacklog(stage, options, join(disk, "filler")));
}

async function playBacklog(
  stage: Stage,
  { kills, backlog, seed }: BacklogOptions,
  filler: string | null,
): Promise<BacklogReport> {
  const started = performance.now();
  await recordLostClaims(stage);
  await stage.sink.slowDown(SLOW_MAIL_MS);
  const fill = await stage.load({ connections: 32, rate: 5_000 });
  await until(() => fill.accepted() >= backlog, {
    within: 60_000 + backlog * 20,
    what: "the backlog",
    every: 100,
  });
  await fill.stop();
  const load = await stage.load({ connections: 4, rate: 25 });
  const { disruptions, backlogLeast } = await disturb(stage, { kills, seed, filler });
  await load.stop();
  await stage.sink.slowDown(0);
  await stage.drain(drainWithinMs(backlog));
  const misrecorded = await findMisrecorded(stage);
  const unbacked = await findUnbacked(stage, disruptions);
  const verdict = await stage.judge(disruptions);
  const refusals = (await stage.client()).flatMap((one) =>
    one.kind === "refused" && one.status < 500 ? [`${one.id}: ${one.status}`] : [],
  );
  return {
    ok: verdict.ok && [misrecorded, unbacked, refusals].every(({ length }) => length === 0),
    seed,
    seconds: (performance.now() - started) / 1_000,
    verdict,
    misrecorded,
    unbacked,
    refusals,
    disruptions: countTargets(disruptions),
    backlogLeast,
  };
}

type Disturbing = { kills: number; seed: number; filler: string | null };

async function disturb(stage: Stage, { kills, seed, filler }: Disturbing) {
  const random = seededRandom(seed);
  const disruptions: Disruption[] = [];
  let left: Target[] = [];
  let backlogLeast = Number.POSITIVE_INFINITY;
  for (let kill = 1; kill <= kills; kill += 1) {
    // Also during starts of the program.
    await letRun(random, { least: 50, most: 2_000 });
    if (left.length === 0) left = [...TARGETS];
    const [target] = left.splice(Math.floor(random() * left.length), 1) as [Target];
    disruptions.push(await disrupt(stage.posthouse, target));
    if (kill % killsPerTrouble(kills) === 0) {
      const trouble = TROUBLES[(kill / killsPerTrouble(kills)) % TROUBLES.length] as DatabaseTrouble;
      if (trouble !== "full" || filler !== null)
        disruptions.push(await disturbDatabase(trouble, { stage, seconds: 2 + 3 * random(), filler }));
      backlogLeast = Math.min(backlogLeast, await countWaiting(stage));
      const { target: what, at, until: end } = disruptions.at(-1) as Disruption;
      console.error(`kill ${kill}/${kills}; ${what} for ${Math.round(end - at)} ms; ${backlogLeast} waiting`);
    }
  }
  return { disruptions, backlogLeast };
}

async function countWaiting({ posthouse }: Stage): Promise<number> {
  const database = await connectAgain(posthouse.databaseUrl());
  const { rows } = await database.query(
    "SELECT count(*)::integer AS n FROM recipients WHERE due_at IS NOT NULL",
  );
  await database.end();
  return rows[0].n;
}

function countTargets(disruptions: Disruption[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { target } of disruptions) counts[target] = (counts[target] ?? 0) + 1;
  return counts;
}

if (process.argv[1] === program) {
  const report = await playOnSmallDisk(JSON.parse(process.argv[2] ?? "{}"));
  process.stdout.write(JSON.stringify(report));
}
