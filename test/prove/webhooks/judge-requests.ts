/** A request as the receiver saw it. Times are milliseconds since 1970; each is later than the one before. */
export type LedgerRequest = {
  /** The path of the webhook's URL. */
  webhook: string;
  id: string;
  body: string;
  /** The number of the process that sent it. */
  sender: number;
  at: number;
  /** When the response had been handed to the operating system. Null: never, because the sender was killed before. */
  answeredAt: number | null;
  status: number;
};

/** `at`: when it happened, in milliseconds since 1970. */
export type LedgerEvent = { id: string; emailId: string; at: number };

type Evidence = {
  ordering: "subject" | "strict";
  /** All events, in the order of the feed. */
  events: readonly LedgerEvent[];
  /** Those of one webhook. */
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
  /**
   * Requested before an earlier event of its email was accepted. With the default order, an earlier event that failed counts only until
   * a minute after its last failure.
   */
  outOfOrder: string[];
  /** It failed and, with the default order, still held back the later events of its email after the minute. */
  blocking: string[];
  /** One process had two requests accepted, or a process sent it although its success was recorded before. */
  unexplained: string[];
};

/** As docs/guides/webhooks.md says. */
const WAIT_MS = 60_000;
/** Kills of the sender and a busy machine delay the events that have waited. The minute plus this must be less than STUBBORN_MS. */
const DELAY_MS = 15_000;

/** The requests of an event, and what they say about it. */
type Tried = { acceptedAt: number; failures: number[]; requests: readonly LedgerRequest[] };

/** Compares the receiver's ledger with the events. */
export function judgeRequests({ ordering, events, requests, recordedAt }: Evidence): WebhooksVerdict {
  const copies = Map.groupBy(requests, ({ id }) => id);
  const tried = new Map([...copies].map(([id, sent]) => [id, triedOf(sent)]));
  const ofEmail = Map.groupBy(events, ({ emailId }) => emailId);
  const known = new Map(events.map((event) => [event.id, event]));
  const isAfterWait = (before: LedgerEvent, at: number) => {
    const failedAt = tried.get(before.id)?.failures.findLast((failure) => failure < at);
    return ordering === "subject" && failedAt !== undefined && failedAt + WAIT_MS <= at;
  };
  const isEarly = ({ id, at }: LedgerRequest) => {
    const event = known.get(id);
    const ofSame = (event && ofEmail.get(event.emailId)) ?? [];
    const earlier = ofSame.slice(
      0,
      ofSame.findIndex((other) => other.id === id),
    );
    return earlier.some(
      (before) => (tried.get(before.id)?.acceptedAt ?? Infinity) > at && !isAfterWait(before, at),
    );
  };
  /** A later event happened within the minute after the failure, but none was requested once the minute was over. */
  const isBlocking = (event: LedgerEvent) => {
    const { failures = [], requests: own = [] } = tried.get(event.id) ?? {};
    return failures.some((failedAt) => {
      const [waitedAt, lateAt] = [failedAt + WAIT_MS, failedAt + WAIT_MS + DELAY_MS];
      if (own.some(({ at }) => at > failedAt && at <= lateAt)) return false;
      const later = ofEmail.get(event.emailId)?.filter(({ id }) => id > event.id) ?? [];
      const isSentWithin = ({ id }: LedgerEvent) =>
        tried.get(id)?.requests.some(({ at }) => at >= waitedAt && at <= lateAt) ?? false;
      const isWaiting = ({ id, at }: LedgerEvent) =>
        at < waitedAt && (tried.get(id)?.acceptedAt ?? Infinity) > waitedAt;
      return later.some(isWaiting) && !later.some(isSentWithin);
    });
  };
  const isUnexplained = (id: string, sent: LedgerRequest[]) => {
    const senders = sent.filter(isAccepted).map(({ sender }) => sender);
    const recorded = recordedAt.get(id) ?? Number.POSITIVE_INFINITY;
    return new Set(senders).size < senders.length || sent.some(({ sender }) => sender > recorded);
  };
  const withCopies = (is: (id: string, sent: LedgerRequest[]) => boolean) =>
    [...copies].filter(([id, sent]) => is(id, sent)).map(([id]) => id);
  const withEvents = (is: (event: LedgerEvent) => boolean) => events.filter(is).map(({ id }) => id);
  return {
    lost: withEvents(({ id }) => (tried.get(id)?.acceptedAt ?? Infinity) === Infinity),
    foreign: withCopies((id) => !known.has(id)),
    unstable: withCopies((_, sent) => new Set(sent.map(({ body }) => body)).size > 1),
    outOfOrder: withCopies((_, sent) => sent.some(isEarly)),
    blocking: ordering === "subject" ? withEvents(isBlocking) : [],
    unexplained: withCopies(isUnexplained),
  };
}

function triedOf(requests: readonly LedgerRequest[]): Tried {
  const acceptedAt = Math.min(...requests.filter(isAccepted).map(({ answeredAt }) => answeredAt ?? Infinity));
  const failures = requests.flatMap((request) =>
    request.answeredAt === null || isAccepted(request) ? [] : [request.answeredAt],
  );
  return { acceptedAt, failures: failures.toSorted((a, b) => a - b), requests };
}

const isAccepted = ({ status, answeredAt }: LedgerRequest) =>
  status >= 200 && status < 300 && answeredAt !== null;
