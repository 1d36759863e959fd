import { setTimeout as pause } from "node:timers/promises";
import type { Posthouse } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { wallClock } from "./ledger.ts";
import type { Disruption, Target } from "./records.ts";

/** A role that was killed again and again is started after half a minute, and a busy machine takes its time. */
const HEAL_WITHIN_MS = 120_000;

/** Kills the target at once, sees to it that the program is whole again, and tells when both happened. */
export async function disrupt(posthouse: Posthouse, target: Target): Promise<Disruption> {
  await untilWhole(posthouse);
  const at = wallClock();
  if (target === "both") await Promise.all([posthouse.kill("api"), posthouse.kill("worker")]);
  else await posthouse.kill(target);
  if (target === "supervisor") await posthouse.start();
  await untilWhole(posthouse);
  return { target, at, until: wallClock() };
}

/** Every role runs, the database too, the API answers. What /readyz says of the database may be half a second old: that is lag to the verdict. */
export async function untilWhole(posthouse: Posthouse): Promise<void> {
  const hasRoles = () => posthouse.rolePids("api").length > 0 && posthouse.rolePids("worker").length > 0;
  await until(async () => hasRoles() && posthouse.postmasterPid() !== null && (await posthouse.isReady()), {
    within: HEAL_WITHIN_MS,
    what: () => `the program to be whole; it said ${posthouse.logs.slice(-20).join("\n")}`,
  });
}

/** Lets the program run for a random while, so that kills fall anywhere in its work. */
export async function letRun(random: () => number, { least, most }: { least: number; most: number }) {
  await pause(least + random() * (most - least));
}
