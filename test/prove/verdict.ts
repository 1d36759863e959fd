import type { ClientRecord, CopyRecord, Disruption, SinkRecord } from "./records.ts";

/** One recipient of one email, as `id address`. */
type Key = string;
type Copy = CopyRecord & { answeredAt: number; closedAt: number };

export type Verdict = {
  ok: boolean;
  attempted: number;
  accepted: number;
  unanswered: number;
  refused: number;
  /** Recipients of accepted emails; each must have at least one copy. */
  expected: number;
  copies: number;
  lost: Key[];
  explainedDuplicates: number;
  unexplainedDuplicates: Key[];
  /** Copies with a changed payload, or with a bare CR or LF. */
  damaged: Key[];
  /** Copies of one email with different bytes: a retry must repeat the message exactly. */
  differing: string[];
  /** Copies that the client never requested, or whose request was refused. */
  strangers: Key[];
};

/** The time after the sink's 250 in which a result may not be in the database yet. */
const SETTLE_MS = 2_000;
/** The delay of the sink's observations: it shares two cores with everything that it observes. */
const LAG_MS = 1_000;

/** Compares the client's ledger with the sink's. Pure, so that it can be tested. */
export function judge(input: {
  client: ClientRecord[];
  sink: SinkRecord[];
  disruptions: Disruption[];
}): Verdict {
  const asked = readClient(input.client);
  const copies = copiesByKey(input.sink);
  const expected = [...asked].filter(([, outcome]) => outcome === "accepted").map(([key]) => key);
  const lost = expected.filter((key) => !copies.has(key));
  const strangers = [...copies.keys()].filter((key) => (asked.get(key) ?? "refused") === "refused");
  const pairs = [...copies].flatMap(([key, list]) => list.slice(1).map((_, n) => ({ key, first: list[n]! })));
  const unexplained = pairs.filter(({ first }) => !input.disruptions.some((d) => explains(d, first)));
  const all = [...copies].flatMap(([key, list]) => list.map((copy) => ({ key, copy })));
  const damaged = all.filter(({ copy }) => !copy.intact || copy.bareLineEnds > 0).map(({ key }) => key);
  const differing = idsWithSeveralDigests(all.map(({ copy }) => copy));
  const count = (kind: ClientRecord["kind"]) => input.client.filter((record) => record.kind === kind).length;
  const faults = [lost, strangers, unexplained, damaged, differing];
  return {
    ok: faults.every((list) => list.length === 0),
    attempted: count("attempt"),
    accepted: count("accepted"),
    unanswered: count("unanswered"),
    refused: count("refused"),
    expected: expected.length,
    copies: all.length,
    lost,
    explainedDuplicates: pairs.length - unexplained.length,
    unexplainedDuplicates: unexplained.map(({ key }) => key),
    damaged,
    differing,
    strangers,
  };
}

/**
 * A second copy is explained only by a disruption between the first copy's dot and the record of its outcome. A disruption that ends
 * a worker must also have broken the connection of the first copy; a disruption of the database need not.
 */
function explains(disruption: Disruption, first: Copy): boolean {
  const overlaps = first.dotAt <= disruption.until + LAG_MS && first.answeredAt + SETTLE_MS >= disruption.at;
  const endsWorker = disruption.target === "worker" || disruption.target === "both";
  const cut = first.closedAt >= disruption.at - LAG_MS && first.closedAt <= disruption.until + LAG_MS;
  return overlaps && !EXCUSES_NOTHING.has(disruption.target) && (!endsWorker || cut);
}

/** The worker survives and keeps its results for as long as the database is down. */
const EXCUSES_NOTHING = new Set<Disruption["target"]>(["api", "read-only", "slow"]);

/** A 4xx refuses an email. A 5xx does not, because it may hide a commit whose response never reached the API. */
function readClient(records: ClientRecord[]): Map<Key, "open" | "accepted" | "refused"> {
  const outcomes = new Map<string, "accepted" | "refused">();
  for (const record of records) {
    if (record.kind === "accepted") outcomes.set(record.id, "accepted");
    if (record.kind === "refused" && record.status < 500) outcomes.set(record.id, "refused");
  }
  const attempts = records.filter((record) => record.kind === "attempt");
  return new Map(
    attempts.flatMap(({ id, to }) =>
      to.map((address) => [`${id} ${address}`, outcomes.get(id) ?? "open"] as const),
    ),
  );
}

/** Copies of each key in the order of their dots, each with the times of its reply and of the end of its connection. */
function copiesByKey(records: SinkRecord[]): Map<Key, Copy[]> {
  const answered = new Map<string, number>();
  const closed = new Map<number, number>();
  for (const record of records) {
    if (record.kind === "answered") answered.set(`${record.connection} ${record.id}`, record.at);
    if (record.kind === "closed") closed.set(record.connection, record.at);
  }
  const copies = new Map<Key, Copy[]>();
  for (const record of records) {
    if (record.kind !== "copy") continue;
    const answeredAt = answered.get(`${record.connection} ${record.id}`) ?? record.dotAt;
    const copy = { ...record, answeredAt, closedAt: closed.get(record.connection) ?? Infinity };
    for (const address of record.to) {
      const key = `${record.id} ${address}`;
      copies.set(key, [...(copies.get(key) ?? []), copy]);
    }
  }
  for (const list of copies.values()) list.sort((a, b) => a.dotAt - b.dotAt);
  return copies;
}

function idsWithSeveralDigests(copies: CopyRecord[]): string[] {
  const digests = new Map<string, Set<string>>();
  for (const { id, digest } of copies) digests.set(id, (digests.get(id) ?? new Set()).add(digest));
  return [...digests].filter(([, set]) => set.size > 1).map(([id]) => id);
}
