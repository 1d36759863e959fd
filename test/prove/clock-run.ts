import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../harness/until.ts";
import { findMisrecorded } from "./misrecorded.ts";
import type { Stage } from "./stage.ts";
import type { Verdict } from "./verdict.ts";

export type ClockReport = { ok: boolean; verdict: Verdict; misrecorded: string[] };

const DAY_MS = 86_400_000;
const jumps = [DAY_MS, -DAY_MS, 400 * DAY_MS, 0];

/** The environment of a program whose clocks `jumpClocks` can shift. */
export async function shiftableClocks(directory: string): Promise<Record<string, string>> {
  const shiftFile = join(directory, "clock-shift");
  await writeFile(shiftFile, "0");
  const preload = new URL("./shifted-clock.ts", import.meta.url).href;
  return { NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT_FILE: shiftFile };
}

/** Shifts the wall clock of all processes under load, which must have no effect: due times and leases use the database's clock (F12). */
export async function jumpClocks(
  stage: Stage,
  { env, rate, acceptedPerJump }: { env: Record<string, string>; rate: number; acceptedPerJump: number },
): Promise<ClockReport> {
  const load = await stage.load({ connections: 8, rate });
  for (const jump of jumps) {
    const before = load.accepted();
    await writeFile(env.CLOCK_SHIFT_FILE ?? "", String(jump));
    const isAccepting = () => load.accepted() >= before + acceptedPerJump;
    await until(isAccepting, { within: 30_000, what: `accepts with the clock wrong by ${jump} ms` });
  }
  await load.stop();
  await stage.drain();
  const misrecorded = await findMisrecorded(stage);
  const verdict = await stage.judge([]);
  return { ok: verdict.ok && misrecorded.length === 0, verdict, misrecorded };
}
