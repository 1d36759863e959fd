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
  /** Outcomes of frozen workers that the database turned away; none would mean that the race did not take place. */
  fenced: number;
};

/** How a worker is kept from doing anything for a while, and woken up. */
type Freezer = { freeze: (pid: number) => void; wake: (pid: number) => void };

/** F4: the whole process. */
export const stopped: Freezer = {
  freeze: (pid) => process.kill(pid, "SIGSTOP"),
  wake: (pid) => process.kill(pid, "SIGCONT"),
};

/** F5: its event loop alone, for two leases; needs faults-on-signal.ts in the process. */
export const blocked: Freezer = { freeze: (pid) => process.kill(pid, "SIGIO"), wake: () => undefined };

/** Emails a second; twice as many as this after the sleepers woke up must be accepted. */
type Pace = { rate: number };

/**
 * F4 and F5, under load and with three workers: one is frozen while all its conversations wait for leave to send the body, another
 * while they wait for the answer to the dot. Both sleep for two leases, in which the third takes over, and wake up.
 */
export async function raceFrozenWorkers(
  stage: Stage,
  { freeze, wake }: Freezer,
  { rate }: Pace = { rate: 200 },
): Promise<RaceReport> {
  const load = await stage.load({ connections: 8, rate });
  const first = await freezeWorkerAt(stage, { phase: "data", freeze });
  const second = await freezeWorkerAt(stage, { phase: "dot", except: first.pid, freeze });
  await pause(2 * LEASE_SECONDS * 1_000);
  for (const { pid } of [first, second]) wake(pid);
  const awake = load.accepted();
  // Whatever the sleepers still do wrong, they do at once; the load shows that they also do right again.
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
  // Its other conversations arrive at the phase too, and its claims pile up behind them.
  await pause(500);
  freeze(pid);
  const at = wallClock();
  await sink.release();
  return { pid, disruption: { target: "stop", at, until: at } };
}
