import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../../src/platform/db/index.ts";
import { startEmbeddedPostgres } from "../../../src/platform/postgres/index.ts";
import { createLogger } from "../../../src/platform/telemetry/index.ts";
import { type FollowersReport, proveFollowers } from "./followers-run.ts";

type Stage = { kills: number; stops: number; seed: number };

/** The stage with a PostgreSQL of its own. */
export async function proveFollowersAlone(
  options: Stage,
): Promise<{ ok: boolean; figures: FollowersReport }> {
  const dataDir = await mkdtemp(join(tmpdir(), "prove-followers-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger("silent", "prove") });
  try {
    await migrate(postgres.connectionString);
    const figures = await proveFollowers({ ...options, connectionString: postgres.connectionString });
    const { events, effects, missing, repeated, wrongCounts } = figures;
    return { ok: events > 0 && effects === events && missing + repeated + wrongCounts.length === 0, figures };
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
}
