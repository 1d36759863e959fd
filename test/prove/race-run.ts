import { setTimeout as pause } from "node:timers/promises";
import { LEASE_SECONDS } from "../../src/features/delivery/claim/lease-keeper.ts";
import { ownerOfConnection } from "../harness/processes.ts";
import { until } from "../harness/until.ts";
import { wallClock } from "./ledger.ts";
import { findMisrecorded } from "./misrecorded.ts";
import type { Disruption } from "./records.ts";
import type { Phase } from "./sink-session.ts";
import type { Stage } from "./stage.ts";
import type { Verdict } from "./verdict.ts";

export type RaceReport = {
  ok: boolean;
  verdict: Verdict;
  misrecorded: string[];
  /** For each way to freeze, outcomes of the frozen workers that the database refused; none would mean that the race did not happen. */
  fenced: number[];
};

/** How a worker is frozen for a while, and resumed. */
type Freezer = { freeze: (pid: number) => void; wake: (pid: number) => void };

/** Freezes the whole process (F4). */
export const stopped: Freezer = {
  freeze: (pid) => process.kill(pid, "SIGSTOP"),
  wake: (pid) => process.kill(pid, "SIGCONT"),
};

/** Freezes only the event loop, for two leases; needs faults-on-signal.ts in the process (F5). */
export const blocked: Freezer = { freeze: (pid) => process.kill(pid, "SIGIO"), wake: () => undefined };

/** Emails per second; after the workers resume, twice this number must be accepted. `rateWhileFrozen`: while two are frozen. */
type LoadRate = { rate: number; rateWhileFrozen?: number };

/**
 * Under load with two workers for each way to freeze them, and one more: one of the two is frozen while all its conversations wait for
 * the reply to DATA, the other while they wait for the reply to the dot. They stay frozen for two leases, in which the one more takes
 * over, and resume (F4, F5).
 */
export async function raceFrozenWorkers(
  stage: Stage,
  freezers: readonly Freezer[],
  { rate, rateWhileFrozen = rate }: LoadRate = { rate: 200 },
): Promise<RaceReport> {
  const before = await stage.load({ connections: 8, rate });
  const frozen: { pid: number; freezer: Freezer; disruption: Disruption }[] = [];
  for (const freezer of freezers)
    for (const phase of ["data", "dot"] as const) {
      const except = frozen.map(({ pid }) => pid);
      frozen.push({ freezer, ...(await freezeWorkerAt(stage, { phase, except, freeze: freezer.freeze })) });
    }
  await before.stop();
  const meanwhile = await stage.load({ connections: 8, rate: rateWhileFrozen });
  await pause(2 * LEASE_SECONDS * 1_000);
  await meanwhile.stop();
  for (const { pid, freezer } of frozen) freezer.wake(pid);
  // Errors of the resumed workers appear at once; the load shows that they work again.
  const after = await stage.load({ connections: 8, rate });
  await until(() => after.accepted() >= 2 * rate, { what: "accepts after the workers resumed" });
  await after.stop();
  await stage.drain();
  const misrecorded = await findMisrecorded(stage);
  const verdict = await stage.judge(frozen.map(({ disruption }) => disruption));
  const refusals = stage.posthouse.logs.filter((line) => line.includes('"delivery.fenced"'));
  const fenced = freezers.map((one) => {
    const pids = frozen.filter(({ freezer }) => freezer === one).map(({ pid }) => pid);
    return refusals.filter((line) => pids.includes(JSON.parse(line).pid)).length;
  });
  return { ok: verdict.ok && misrecorded.length === 0, verdict, misrecorded, fenced };
}

async function freezeWorkerAt(
  { posthouse, sink }: Stage,
  { phase, except, freeze }: { phase: Phase; except: number[]; freeze: Freezer["freeze"] },
): Promise<{ pid: number; disruption: Disruption }> {
  const { standing } = await sink.hold(phase, "each");
  await standing;
  const awake = posthouse.rolePids("worker").filter((pid) => !except.includes(pid));
  const ownerOf = (near: number) => ownerOfConnection({ near, far: sink.port }, awake);
  const pid = await until(() => sink.heldPorts().map(ownerOf).find(Boolean), {
    within: 10_000,
    what: `a worker that is held at ${phase}`,
  });
  // During the pause, the worker's other conversations reach the phase, and its claims queue behind them.
  await pause(500);
  freeze(pid);
  const at = wallClock();
  await sink.release();
  return { pid, disruption: { target: "stop", at, until: at } };
}
