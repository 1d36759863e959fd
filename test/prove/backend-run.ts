import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { wallClock } from "./ledger.ts";
import { findMisrecorded } from "./misrecorded.ts";
import type { Disruption } from "./records.ts";
import type { Stage } from "./stage.ts";
import type { Verdict } from "./verdict.ts";

export type BackendReport = {
  ok: boolean;
  verdict: Verdict;
  misrecorded: string[];
  terminated: number;
  statuses: number[];
};

const EVERY_MS = 200;

/** Ends a random database connection of the program every 200 ms, under load (F6). */
export async function terminateBackends(
  stage: Stage,
  { seconds, rate = 200 }: { seconds: number; rate?: number },
): Promise<BackendReport> {
  const database = new pg.Client({ connectionString: stage.posthouse.databaseUrl() });
  await database.connect();
  const load = await stage.load({ connections: 8, rate });
  const disruptions: Disruption[] = [];
  for (let n = 0; n < (seconds * 1_000) / EVERY_MS; n += 1) {
    await pause(EVERY_MS);
    const at = wallClock();
    const { rowCount } = await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = current_user AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
    );
    if (rowCount) disruptions.push({ target: "backend", at, until: wallClock() });
  }
  await database.end();
  await load.stop();
  await stage.drain();
  const misrecorded = await findMisrecorded(stage);
  const verdict = await stage.judge(disruptions);
  const refused = (await stage.client()).filter((record) => record.kind === "refused");
  const statuses = [...new Set(refused.map(({ status }) => status))];
  const ok = verdict.ok && misrecorded.length === 0;
  return { ok, verdict, misrecorded, terminated: disruptions.length, statuses };
}
