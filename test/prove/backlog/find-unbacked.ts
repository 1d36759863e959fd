import type { Disruption, SinkRecord } from "../records.ts";
import { connectAgain, type Stage } from "../stage.ts";
import { readLostClaims } from "./record-lost-claims.ts";

type Row = {
  email_id: string;
  address: string;
  state: string;
  attempt: number;
  tries: number;
  events: { type: string; at: number; reason: string }[] | null;
};

/** The delay of outcomes of a killed worker: its successor starts and reads its journal, or the lease expires. */
const RECOVERED_WITHIN_MS = 60_000;

/**
 * Finds recipients of accepted emails with an event, an attempt or a delay without a matching try at the sink. Allowed are one
 * `delivered` and, if a worker was killed at its dot, `uncertain`; each is one attempt, and nothing else is. Waiting for the end of a
 * lease also counts as a delay.
 */
export async function findUnbacked(stage: Stage, disruptions: Disruption[]): Promise<string[]> {
  const rows = await readRows(stage);
  const lostClaims = new Set(
    (await readLostClaims(stage)).map(({ email_id, address }) => `${email_id} ${address}`),
  );
  const accepted = (await stage.client()).filter((record) => record.kind === "accepted");
  const idOf = new Map(accepted.map(({ emailId, id }) => [emailId, id]));
  const copies = countCopies(await stage.sinkRecords());
  const kills = disruptions.filter(({ target }) => ENDS_WORKERS.has(target));
  return rows.flatMap((row) => {
    const id = idOf.get(row.email_id);
    if (id === undefined) return [];
    const key = `${id} ${row.address}`;
    const fault =
      errorIn(row, { kills, copies: copies.get(key) ?? 0 }) ??
      (lostClaims.has(`${row.email_id} ${row.address}`) ? "waited for the end of a lost lease" : null);
    return fault === null ? [] : [`${key}: ${fault}`];
  });
}

const ENDS_WORKERS = new Set<Disruption["target"]>(["worker", "both", "supervisor", "full"]);

function errorIn(
  { state, attempt, tries, events }: Row,
  { kills, copies }: { kills: Disruption[]; copies: number },
): string | null {
  const all = events ?? [];
  const uncertain = all.filter(({ type }) => type === "uncertain");
  const other = all.find(({ type }) => type !== "delivered" && type !== "uncertain");
  if (other) return `${other.type}: ${other.reason}`;
  if (state !== "delivered" || all.length - uncertain.length !== 1)
    return `${state} after ${all.map(({ type }) => type).join(", ") || "no event"}`;
  const alone = uncertain.find(
    ({ at }) => !kills.some((kill) => kill.at <= at && at <= kill.until + RECOVERED_WITHIN_MS),
  );
  if (alone) return `uncertain without a killed worker: ${alone.reason}`;
  if (attempt !== all.length) return `${attempt} attempts for ${all.length} results and ${copies} copies`;
  if (tries !== uncertain.length) return `${tries} steps on the ladder for ${uncertain.length} open results`;
  return null;
}

async function readRows({ posthouse }: Stage): Promise<Row[]> {
  const database = await connectAgain(posthouse.databaseUrl());
  try {
    const { rows } = await database.query<Row>(
      `SELECT r.email_id, r.address, r.state, r.attempt, r.tries,
         (SELECT json_agg(json_build_object('type', v.type, 'reason', v.detail->>'reason',
            'at', extract(epoch FROM v.created_at) * 1000) ORDER BY v.id)
          FROM events v WHERE v.account_id = r.account_id AND v.email_id = r.email_id AND v.position = r.position) AS events
       FROM recipients r`,
    );
    return rows;
  } finally {
    await database.end();
  }
}

function countCopies(records: SinkRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const record of records)
    if (record.kind === "copy")
      for (const address of record.to) {
        const key = `${record.id} ${address}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  return counts;
}
