/** A request as the receiver saw it. All times are numbers of one sequence. */
export type LedgerRequest = {
  id: string;
  body: string;
  /** The number of the process that sent it. */
  sender: number;
  at: number;
  /** When the response had been handed to the operating system. Null: never, because the sender was killed before. */
  answeredAt: number | null;
  status: number;
};

export type LedgerEvent = { id: string; emailId: string };

type Evidence = {
  /** All events, in the order of the feed. */
  events: readonly LedgerEvent[];
  requests: readonly LedgerRequest[];
  /** For events with a record of their success: the number of the process that was killed when the record was seen. */
  recordedAt: ReadonlyMap<string, number>;
};

/** Ids of events, each a violation of a promise. */
export type WebhooksVerdict = {
  /** No request was accepted. */
  lost: string[];
  /** No event has this id. */
  foreign: string[];
  /** The bodies of two copies differ. */
  unstable: string[];
  /** It was requested before the earlier event of its email was accepted. */
  outOfOrder: string[];
  /** One process had two requests accepted, or a process sent it although its success was recorded before. */
  unexplained: string[];
};

/** Compares the receiver's ledger with the events. */
export function judgeRequests({ events, requests, recordedAt }: Evidence): WebhooksVerdict {
  const copies = Map.groupBy(requests, ({ id }) => id);
  const earlier = earlierEvents(events);
  const ids = new Set(events.map(({ id }) => id));
  const acceptedAt = (id: string) =>
    Math.min(...(copies.get(id) ?? []).filter(isAccepted).map(({ answeredAt }) => answeredAt ?? Infinity));
  const isEarly = ({ id, at }: LedgerRequest) => {
    const before = earlier.get(id);
    return before !== undefined && acceptedAt(before) > at;
  };
  const isUnexplained = (id: string, sent: LedgerRequest[]) => {
    const senders = sent.filter(isAccepted).map(({ sender }) => sender);
    const recorded = recordedAt.get(id) ?? Number.POSITIVE_INFINITY;
    return new Set(senders).size < senders.length || sent.some(({ sender }) => sender > recorded);
  };
  const withCopies = (is: (id: string, sent: LedgerRequest[]) => boolean) =>
    [...copies].filter(([id, sent]) => is(id, sent)).map(([id]) => id);
  return {
    lost: events.filter(({ id }) => acceptedAt(id) === Infinity).map(({ id }) => id),
    foreign: withCopies((id) => !ids.has(id)),
    unstable: withCopies((_, sent) => new Set(sent.map(({ body }) => body)).size > 1),
    outOfOrder: withCopies((_, sent) => sent.some(isEarly)),
    unexplained: withCopies(isUnexplained),
  };
}

const isAccepted = ({ status, answeredAt }: LedgerRequest) =>
  status >= 200 && status < 300 && answeredAt !== null;

/** The event before each event of the same email. */
function earlierEvents(events: readonly LedgerEvent[]): Map<string, string> {
  const last = new Map<string, string>();
  const earlier = new Map<string, string>();
  for (const { id, emailId } of events) {
    const before = last.get(emailId);
    if (before !== undefined) earlier.set(id, before);
    last.set(emailId, id);
  }
  return earlier;
}
