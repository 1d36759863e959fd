import type { Database } from "../../../platform/db/index.ts";
import type { QueuedHit } from "./hit-queue.ts";
import { findRecorded, type NewEngagement, recordEngagements } from "./queries.ts";

/** A hit, and what is stored of it. Null: nothing but its number. */
export type JudgedHit = { queued: QueuedHit; engagement: NewEngagement | null };

/** Stores hits, each once, also if an earlier commit was not confirmed or another process has read the journal. */
export async function storeHits(database: Database, hits: JudgedHit[]): Promise<void> {
  const missed = await tryToStore(database, hits);
  if (missed.length === 0) return;
  const rest = await withoutRecorded(database, missed);
  if ((await tryToStore(database, rest)).length > 0) throw new Error("two processes record the same journal");
}

/** Stores all hits of a journal, or none if some of them are stored already. Returns the hits that were not stored. */
async function tryToStore(database: Database, hits: JudgedHit[]): Promise<JudgedHit[]> {
  if (hits.length === 0) return [];
  const lines = new Map(
    [...Map.groupBy(hits, ({ queued }) => queued.journal.id)].map(([id, own]) => [
      id,
      own.map(({ queued }) => queued.number),
    ]),
  );
  const stored = await recordEngagements(
    database,
    lines,
    hits.flatMap(({ engagement }) => engagement ?? []),
  );
  return hits.filter(({ queued }) => !stored.has(queued.journal.id));
}

async function withoutRecorded(database: Database, hits: JudgedHit[]): Promise<JudgedHit[]> {
  const rest: JudgedHit[] = [];
  for (const [journalId, own] of Map.groupBy(hits, ({ queued }) => queued.journal.id)) {
    const numbers = own.map(({ queued }) => queued.number);
    const recorded = await findRecorded(database, journalId, numbers);
    rest.push(...own.filter(({ queued }) => !recorded.has(queued.number)));
  }
  return rest;
}
