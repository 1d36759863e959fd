import { onPostgres } from "../on-postgres.ts";
import { type FollowersReport, proveFollowers } from "./followers-run.ts";
import { proveRollups, type RollupsReport } from "./rollups-run.ts";

type Stage = { kills: number; stops: number; seed: number };

/** The stage with a PostgreSQL of its own. */
export async function proveFollowersAlone(
  options: Stage,
): Promise<{ ok: boolean; figures: FollowersReport }> {
  return await onPostgres(async (connectionString) => {
    const onProgress = (line: string) => console.error(line);
    const figures = await proveFollowers({ ...options, connectionString, onProgress });
    const { events, effects, missing, repeated, wrongCounts } = figures;
    return { ok: events > 0 && effects === events && missing + repeated + wrongCounts.length === 0, figures };
  });
}

/** The stage of the roll-ups, with a PostgreSQL of its own. */
export async function proveRollupsAlone(
  options: Omit<Stage, "stops">,
): Promise<{ ok: boolean; figures: RollupsReport }> {
  return await onPostgres(async (connectionString) => {
    const figures = await proveRollups({ ...options, connectionString });
    const { events, engagements, figuresOfTags, differences } = figures;
    const isMeaningful = Math.min(events, engagements, figuresOfTags) > 0;
    return { ok: isMeaningful && differences.length === 0, figures };
  });
}
