import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { FollowerDefinition, FollowerRange } from "../../follower-definition.ts";
import { takeAccepted } from "./acceptances.ts";
import { addCounts } from "./add-counts.ts";
import { groupAccepted, groupEngagements, groupEvents } from "./fact-queries.ts";

/** Adds each event, engagement and accepted email to the roll-ups exactly once. */
export const rollupsFollower: FollowerDefinition = {
  name: "rollups",
  scope: "instance",
  begins: "oldest",
  hasWork,
  step: addPage,
};

type FollowerPage = Parameters<FollowerDefinition["step"]>[1];

/**
 * The upper limit and the order of the ids make PostgreSQL read the range by the BRIN, as in `findLast`. It reads and sorts all events of
 * the range.
 */
async function hasWork(db: Db, { afterId, beforeId }: FollowerRange): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    SELECT coalesce(
      (SELECT true FROM acceptances ORDER BY id LIMIT 1),
      (SELECT true FROM events WHERE id > ${afterId} AND id < ${beforeId} ORDER BY id LIMIT 1),
      (SELECT true FROM engagements WHERE id > ${afterId} AND id < ${beforeId} ORDER BY id LIMIT 1), false) AS yes`.execute(
    db,
  );
  return rows[0]?.yes ?? false;
}

async function addPage(db: Db, page: FollowerPage): Promise<{ cursor: string; hasMore: boolean }> {
  const range = { afterId: page.afterId, lastId: await findLast(db, page) };
  const { emails, hasMore } = await takeAccepted(db, page.limit);
  const groups = [
    ...(await groupEvents(db, range)),
    ...(await groupEngagements(db, range)),
    ...(await groupAccepted(db, emails)),
  ];
  await addCounts(db, groups);
  return { cursor: range.lastId, hasMore };
}

/** Returns the id with which the step ends, so that it has at most `limit` events and as many engagements. */
async function findLast(db: Db, { afterId, beforeId, limit }: FollowerPage): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT least(
      (SELECT id FROM events WHERE id > ${afterId} AND id < ${beforeId} ORDER BY id OFFSET ${limit - 1} LIMIT 1),
      (SELECT id FROM engagements WHERE id > ${afterId} AND id < ${beforeId} ORDER BY id OFFSET ${limit - 1} LIMIT 1)) AS id`.execute(
    db,
  );
  return rows[0]?.id ?? beforeId;
}
