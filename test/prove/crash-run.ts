import { until } from "../harness/until.ts";
import { disrupt, letRun } from "./disrupt.ts";
import { findMisrecorded } from "./misrecorded.ts";
import { seededRandom } from "./random.ts";
import type { Disruption, Target } from "./records.ts";
import { onStage, type Stage } from "./stage.ts";
import type { Verdict } from "./verdict.ts";

export type CrashOptions = {
  kills: number;
  seed: number;
  /** Directory of both ledgers, which are kept. */
  directory: string;
  targets?: readonly Target[];
  connections?: number;
  rate?: number;
  /** The minimum of accepted emails, so that a slow machine proves as much. */
  acceptedLeast?: number;
  onProgress?: (line: string) => void;
};

export type CrashReport = {
  ok: boolean;
  seed: number;
  seconds: number;
  verdict: Verdict;
  /** Accepted emails for which the product does not record exactly one delivery to each recipient. */
  misrecorded: string[];
  disruptions: Disruption[];
};

const ALL_TARGETS = ["api", "worker", "both", "postgres", "worker", "supervisor"] as const;

/** Sends under load while processes are killed at random, waits until the queue is empty, and judges by the ledgers. */
export async function proveCrashes({ directory, ...options }: CrashOptions): Promise<CrashReport> {
  const started = performance.now();
  return onStage({ directory }, async (stage) => {
    const load = await stage.load({ connections: options.connections ?? 8, rate: options.rate ?? 250 });
    const disruptions = await killAtRandom(stage, options);
    const { acceptedLeast = 0 } = options;
    await until(() => load.accepted() >= acceptedLeast, { within: 60_000, what: "enough accepts" });
    await load.stop();
    await stage.drain();
    const misrecorded = await findMisrecorded(stage);
    const verdict = await stage.judge(disruptions);
    const seconds = (performance.now() - started) / 1_000;
    const ok = verdict.ok && misrecorded.length === 0;
    return { ok, seed: options.seed, seconds, verdict, misrecorded, disruptions };
  });
}

async function killAtRandom(
  { posthouse }: Stage,
  { kills, seed, targets = ALL_TARGETS, onProgress = () => undefined }: Omit<CrashOptions, "directory">,
): Promise<Disruption[]> {
  const random = seededRandom(seed);
  const disruptions: Disruption[] = [];
  let left: Target[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    await letRun(random, { least: 200, most: 3_000 });
    // All targets in random order, so that a short run includes each.
    if (left.length === 0) left = [...targets];
    const [target] = left.splice(Math.floor(random() * left.length), 1) as [Target];
    const disruption = await disrupt(posthouse, target);
    disruptions.push(disruption);
    onProgress(
      `kill ${kill}/${kills}: ${target}, recovered in ${Math.round(disruption.until - disruption.at)} ms`,
    );
  }
  await letRun(random, { least: 200, most: 1_000 });
  return disruptions;
}
