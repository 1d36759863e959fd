import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { readTime } from "../../../platform/http/index.ts";
import { firstIdAt, isId, LAST_ID } from "../../../platform/ids/index.ts";
import { readFeed } from "../../feed/index.ts";
import { loadCursors, setFollower } from "../../followers/index.ts";
import { loadKnownEvents } from "../send/due-deliveries.ts";
import { WEBHOOK_FOLLOWER, type WebhookRow, wants } from "../webhook.ts";
import { webhookEventOf } from "../webhook-event.ts";
import { eventNotFound, requireWebhook } from "./find-deliveries.ts";
import { insertReplays } from "./listener-queries.ts";
import { findDelivery, listUnsuccessful, makeDue } from "./queries.ts";

/** Events in one request. Each becomes a row, so a request without a limit could fill the table. */
const MAX_EVENTS = 50_000;
const PAGE = 500;

export type Replay = {
  /** Only this event. Without it and without a range: all events that failed. */
  event_id?: string;
  from?: string;
  to?: string;
  types?: readonly string[];
  failed_only?: boolean;
  /** Another webhook that gets the events. */
  to_webhook?: string;
  dry_run?: boolean;
};

type Event = { id: string; subject: string; type: string };

/**
 * Sends events again, to the same or another webhook of the account. Returns their number; with `dry_run` it only counts them. Errors:
 * `webhook_not_found`, `webhook_event_not_found`, `validation_failed`.
 */
export async function replayEvents(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  replay: Replay,
): Promise<number> {
  const source = await requireWebhook(database, { accountId, id });
  const target =
    replay.to_webhook === undefined
      ? source
      : await requireWebhook(database, { accountId, id: replay.to_webhook });
  const chosen = await chooseEvents(database, { source, target, replay });
  if (replay.dry_run !== true)
    for (let start = 0; start < chosen.length; start += PAGE)
      await store(database, target, chosen.slice(start, start + PAGE));
  return chosen.length;
}

/** Locks the follower first. Otherwise it could be released after it looked for retries and before these rows exist. */
async function store(
  { db }: Database,
  { account_id: accountId, id }: WebhookRow,
  events: Event[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await setFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id }, { wakes: true });
    await makeDue(transaction, { accountId, webhookId: id }, events);
    await insertReplays(transaction, accountId, events);
  });
}

type Choice = { source: WebhookRow; target: WebhookRow; replay: Replay };

async function chooseEvents(database: Database, { source, target, replay }: Choice): Promise<Event[]> {
  const { account_id: accountId, id: webhookId } = source;
  const { event_id: eventId, from, to } = replay;
  if (eventId !== undefined) {
    const row = isId(eventId) ? await findDelivery(database.db, { accountId, webhookId, eventId }) : null;
    if (!row || row.is_test) throw eventNotFound();
    return [{ id: row.event_id, subject: row.subject, type: row.type }];
  }
  const range = {
    accountId,
    fromId: from === undefined ? firstIdAt(new Date(0)) : firstIdAt(readTime("from", from)),
    beforeId: to === undefined ? LAST_ID : firstIdAt(readTime("to", to)),
    types: replay.types ?? [],
  };
  const hasRange = from !== undefined || to !== undefined;
  const page =
    (replay.failed_only ?? !hasRange)
      ? failedPage(database, webhookId)
      : feedPage(database, { target, done: await loadDone(database, target) });
  const chosen: Event[] = [];
  for (let afterId: string | null = range.fromId; afterId !== null; ) {
    const read: Page = await page({ ...range, afterId });
    chosen.push(...read.events);
    if (chosen.length > MAX_EVENTS) throw tooMany();
    afterId = read.lastId;
  }
  return chosen;
}

type Range = { accountId: string; afterId: string; beforeId: string; types: readonly string[] };
/** `lastId`: null at the end. */
type Page = { events: Event[]; lastId: string | null };

function failedPage({ db }: Database, webhookId: string) {
  return async (range: Range): Promise<Page> => {
    const events = await listUnsuccessful(db, { ...range, webhookId, limit: PAGE });
    return { events, lastId: events.length < PAGE ? null : (events.at(-1)?.id ?? null) };
  };
}

/** The events that a webhook has done: those up to its cursor, and those after it that have a record. */
type Done = { cursor: string; known: ReadonlySet<string>; lastId: string };

async function loadDone(database: Database, { account_id: accountId, id }: WebhookRow): Promise<Done> {
  const cursors = await loadCursors(database.db, { name: WEBHOOK_FOLLOWER, accountId });
  const cursor = cursors.get(id) ?? firstIdAt(new Date(0));
  const known = await loadKnownEvents(database, { accountId, webhookId: id, cursor });
  return { cursor, known, lastId: [cursor, ...known].sort().at(-1) ?? cursor };
}

/** Events of the feed that the webhook wants. Those that it has not read are left out: it would get them twice. */
function feedPage(database: Database, { target, done }: { target: WebhookRow; done: Done }) {
  return async ({ accountId, afterId, beforeId, types }: Range): Promise<Page> => {
    const page = await readFeed(database, { accountId, afterId, beforeId, limit: PAGE });
    const read = page.filter(({ id }) => id <= done.lastId);
    const events = read
      .filter(({ id }) => id <= done.cursor || done.known.has(id))
      .map(webhookEventOf)
      .filter((event) => (types.length === 0 || types.includes(event.type)) && wants(target, event));
    return { events, lastId: read.length < PAGE ? null : (read.at(-1)?.id ?? null) };
  };
}

function tooMany() {
  const message = `selects more than ${MAX_EVENTS.toLocaleString("en-US")} events; choose a shorter range`;
  return errors.validation_failed(`from ${message}`, { fields: [{ path: "from", message }] });
}
