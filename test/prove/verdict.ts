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
  /** Copies whose payload is not what was sent, or with a bare CR or LF. */
  damaged: Key[];
  /** Copies of one email that are not the same bytes: a retry must repeat the message exactly. */
  differing: string[];
  /** Copies of nothing that the client ever asked for, or asked for and saw refused. */
  strangers: Key[];
};

/** How long after the sink's 250 a result may still be on its way into the database. */
const SETTLE_MS = 2_000;
/** How late the sink may see what happened: it shares two cores with everything that it watches. */
const LAG_MS = 1_000;

/** Holds the client's ledger against the sink's. Pure, so that it can itself be proved. */
export function judge(input: {
  client: ClientRecord[];
  sink: SinkRecord[];
  disruptions: Disruption[];
}): Verdict {
  const asked = readClient(input.client);
  const copies = copiesByKey(input.sink);
  const expected = [...asked].filter(([, fate]) => fate === "accepted").map(([key]) => key);
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
 * A second copy is excused only if something cut the way between the first copy's dot and the record of its outcome.
 * What ends a worker must also have cut the very connection that the first copy came by; what hurts the database need not.
 */
function explains(disruption: Disruption, first: Copy): boolean {
  const overlaps = first.dotAt <= disruption.until + LAG_MS && first.answeredAt + SETTLE_MS >= disruption.at;
  const endsWorker = disruption.target === "worker" || disruption.target === "both";
  const cut = first.closedAt >= disruption.at - LAG_MS && first.closedAt <= disruption.until + LAG_MS;
  return overlaps && !EXCUSES_NOTHING.has(disruption.target) && (!endsWorker || cut);
}

/** The worker lives on and keeps its results, however long the database takes none. */
const EXCUSES_NOTHING = new Set<Disruption["target"]>(["api", "read-only", "slow"]);

/** A 5xx may hide a commit whose answer was lost on its way to the API, so it refuses nothing; a 4xx does. */
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

/** Copies of each key in the order of their dots, each with when it was answered and when its connection ended. */
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
