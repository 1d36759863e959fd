import { setTimeout as pause } from "node:timers/promises";
import type { Posthouse } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { wallClock } from "./ledger.ts";
import type { Disruption, Target } from "./records.ts";

/** A role that was killed repeatedly is restarted after half a minute, and a busy machine is slow. */
const HEAL_WITHIN_MS = 120_000;

/** Kills the target, waits until the program has recovered, and returns both times. */
export async function disrupt(posthouse: Posthouse, target: Target): Promise<Disruption> {
  await untilWhole(posthouse);
  const at = wallClock();
  if (target === "both") await Promise.all([posthouse.kill("api"), posthouse.kill("worker")]);
  else await posthouse.kill(target);
  if (target === "supervisor") await posthouse.start();
  await untilWhole(posthouse);
  return { target, at, until: wallClock() };
}

/** All roles and the database run, and the API responds. /readyz may be half a second old, which the verdict allows for as lag. */
export async function untilWhole(posthouse: Posthouse): Promise<void> {
  const hasRoles = () => posthouse.rolePids("api").length > 0 && posthouse.rolePids("worker").length > 0;
  await until(async () => hasRoles() && posthouse.postmasterPid() !== null && (await posthouse.isReady()), {
    within: HEAL_WITHIN_MS,
    what: () => `the program to recover; output: ${posthouse.logs.slice(-20).join("\n")}`,
  });
}

/** Waits for a random time, so that kills hit any part of the work. */
export async function letRun(random: () => number, { least, most }: { least: number; most: number }) {
  await pause(least + random() * (most - least));
}
