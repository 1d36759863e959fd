import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { terminateBackends } from "./backend-run.ts";
import { proveCrashes } from "./crash-run.ts";
import { proveSubmission } from "./fuzz-stage.ts";
import { killAtEachPhase } from "./phase-run.ts";
import { raceFrozenWorkers, stopped } from "./race-run.ts";
import { onStage } from "./stage.ts";
import { proveStorm } from "./storm-run.ts";
import type { Verdict } from "./verdict.ts";

/** `figures`: of a stage without ledgers. */
export type StageReport = { ok: boolean; misrecorded?: string[] } & (
  | { verdict: Verdict }
  | { figures: object }
);
export type StageOptions = { kills: number; seed: number };

const directory = () => mkdtemp(join(tmpdir(), "prove-"));

/** What `npm run prove` can play, by name. The ledgers stay in the system's temporary directory. */
export const stages: Record<string, (options: StageOptions) => Promise<StageReport>> = {
  crash: async (options) =>
    proveCrashes({ ...options, directory: await directory(), onProgress: (line) => console.error(line) }),
  phases: async () => {
    const report = await onStage({ directory: await directory() }, killAtEachPhase);
    return { ok: report.verdict.ok, ...report };
  },
  race: async () =>
    onStage({ directory: await directory(), args: ["--workers", "3"] }, (stage) =>
      raceFrozenWorkers(stage, stopped),
    ),
  backends: async () =>
    onStage({ directory: await directory() }, (stage) => terminateBackends(stage, { seconds: 30 })),
  // 1,000 keys of 50 clients each, unless fewer kills are asked for.
  storm: ({ kills, seed }) => proveStorm({ keys: kills * 10, callers: 50, wave: 10, killEvery: 1, seed }),
  smtp: async ({ seed }) => proveSubmission({ seconds: 120, seed }),
};
