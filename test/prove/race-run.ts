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
  /** Outcomes of frozen workers that the database refused; none would mean that the race did not happen. */
  fenced: number;
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

/** Emails per second; after the workers resume, twice this number must be accepted. */
type LoadRate = { rate: number };

/**
 * Under load with three workers, one is frozen while all its conversations wait for the reply to DATA, another while they wait for
 * the reply to the dot. Both stay frozen for two leases, in which the third takes over, and resume (F4, F5).
 */
export async function raceFrozenWorkers(
  stage: Stage,
  { freeze, wake }: Freezer,
  { rate }: LoadRate = { rate: 200 },
): Promise<RaceReport> {
  const load = await stage.load({ connections: 8, rate });
  const first = await freezeWorkerAt(stage, { phase: "data", freeze });
  const second = await freezeWorkerAt(stage, { phase: "dot", except: first.pid, freeze });
  await pause(2 * LEASE_SECONDS * 1_000);
  for (const { pid } of [first, second]) wake(pid);
  const awake = load.accepted();
  // Errors of the resumed workers appear at once; the load shows that they work again.
  while (load.accepted() < awake + 2 * rate) await pause(50);
  await load.stop();
  await stage.drain();
  const misrecorded = await findMisrecorded(stage);
  const verdict = await stage.judge([first.disruption, second.disruption]);
  const fenced = stage.posthouse.logs.filter((line) => line.includes('"delivery.fenced"')).length;
  return { ok: verdict.ok && misrecorded.length === 0, verdict, misrecorded, fenced };
}

async function freezeWorkerAt(
  { posthouse, sink }: Stage,
  { phase, except, freeze }: { phase: Phase; except?: number; freeze: Freezer["freeze"] },
): Promise<{ pid: number; disruption: Disruption }> {
  const { standing } = await sink.hold(phase, "each");
  await standing;
  const awake = posthouse.rolePids("worker").filter((pid) => pid !== except);
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
