import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { readTime } from "../../../platform/http/index.ts";
import { FIRST_ID, firstIdAt, isId, LAST_ID } from "../../../platform/ids/index.ts";
import { readFeed } from "../../feed/index.ts";
import { loadCursors, setFollower } from "../../followers/index.ts";
import { webhookErrors } from "../errors.ts";
import { loadWebhookEvents } from "../load-webhook-events.ts";
import { bodyOf } from "../payloads/body-of.ts";
import { loadKnownEvents } from "../send/due-deliveries.ts";
import { WEBHOOK_FOLLOWER, type WebhookRow, wants } from "../webhook.ts";
import { type WebhookEvent, webhookEventOf } from "../webhook-event.ts";
import { eventNotFound, requireWebhook } from "./find-deliveries.ts";
import { insertReplays } from "./listener-queries.ts";
import { findDelivery, listUnsuccessful, makeDue } from "./queries.ts";

/** Events in one request. Each becomes a row, so a request without a limit could fill the table. */
const MAX_EVENTS = 50_000;
/** Events that one request reads to find those of the replay: about ten seconds. Without a limit, a rare type would read the whole feed. */
const MAX_READ = 200_000;
const LIMITS = { events: MAX_EVENTS, read: MAX_READ };
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

/**
 * Sends events again, to the same or another webhook of the account, if its filters and format allow. Returns their number; with `dry_run`
 * it only counts them. Errors: `webhook_not_found`, `webhook_event_not_found`, `validation_failed`.
 */
export async function replayEvents(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  replay: Replay,
  limits = LIMITS,
): Promise<number> {
  const source = await requireWebhook(database, { accountId, id });
  const target =
    replay.to_webhook === undefined
      ? source
      : await requireWebhook(database, { accountId, id: replay.to_webhook });
  const { event_id: eventId } = replay;
  if (eventId !== undefined) return await replayOne(database, { source, target, eventId }, replay);
  const chosen = await chooseEvents(database, { source, target, replay, limits });
  if (replay.dry_run !== true)
    for (let start = 0; start < chosen.length; start += PAGE)
      await store(database, target, chosen.slice(start, start + PAGE));
  return chosen.length;
}

/** An event that will be sent again. Without its body, because there may be 50,000. */
type Chosen = Pick<WebhookEvent, "id" | "subject" | "type">;

/** Locks the follower first. Otherwise it could be released after it looked for retries and before these rows exist. */
async function store(
  { db }: Database,
  { account_id: accountId, id }: WebhookRow,
  events: Chosen[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await setFollower(transaction, { name: WEBHOOK_FOLLOWER, shard: id }, { wakes: true });
    await makeDue(transaction, { accountId, webhookId: id }, events);
    await insertReplays(transaction, accountId, events);
  });
}

type One = { source: WebhookRow; target: WebhookRow; eventId: string };

async function replayOne(database: Database, one: One, { dry_run: isDryRun }: Replay): Promise<number> {
  const event = await loadOne(database, one);
  // An event that the other webhook has not read yet reaches it anyway.
  if (isDryRun !== true && isDone(await loadDone(database, one.target), event))
    await store(database, one.target, [event]);
  return 1;
}

/** A person chose the event, so a webhook that got it before gets it again although its filters were changed. */
async function loadOne(database: Database, { source, target, eventId }: One): Promise<WebhookEvent> {
  const { account_id: accountId, id: webhookId } = source;
  const row = isId(eventId) ? await findDelivery(database.db, { accountId, webhookId, eventId }) : null;
  if (!row) throw eventNotFound();
  if (row.is_test)
    throw webhookErrors.webhook_event_not_found("Test events cannot be replayed. Send a new one.");
  const [event] = await loadWebhookEvents(database, accountId, [{ ...row, id: row.event_id }]);
  if (!event) throw eventNotFound();
  if (target.id === source.id ? bodyOf(event, target.format) === null : !wants(target, event)) {
    const message = "is left out by the filters or the format of the webhook that would receive it";
    throw errors.validation_failed(`event_id ${message}`, { fields: [{ path: "event_id", message }] });
  }
  return event;
}

type Choice = { source: WebhookRow; target: WebhookRow; replay: Replay; limits: typeof LIMITS };

async function chooseEvents(
  database: Database,
  { source, target, replay, limits }: Choice,
): Promise<Chosen[]> {
  const { from, to, types = [] } = replay;
  const range = {
    accountId: source.account_id,
    beforeId: to === undefined ? LAST_ID : firstIdAt(readTime("to", to)),
  };
  const hasRange = from !== undefined || to !== undefined;
  const done = await loadDone(database, target);
  const page = (replay.failed_only ?? !hasRange) ? failedPage(database, source.id) : feedPage(database, done);
  const chosen: Chosen[] = [];
  let afterId: string | null = from === undefined ? FIRST_ID : firstIdAt(readTime("from", from));
  for (let read = 0; afterId !== null; read += PAGE) {
    if (read >= limits.read) throw tooMany("covers", limits.read);
    const next: Page = await page({ ...range, afterId });
    const isChosen = (event: WebhookEvent) =>
      isDone(done, event) && (types.length === 0 || types.includes(event.type)) && wants(target, event);
    for (const event of next.events) {
      const { id, subject, type } = event;
      if (isChosen(event)) chosen.push({ id, subject, type });
    }
    if (chosen.length > limits.events) throw tooMany("selects", limits.events);
    afterId = next.lastId;
  }
  return chosen;
}

type Range = { accountId: string; afterId: string; beforeId: string };
/** `lastId`: null at the end. */
type Page = { events: WebhookEvent[]; lastId: string | null };

function failedPage(database: Database, webhookId: string) {
  return async (range: Range): Promise<Page> => {
    const rows = await listUnsuccessful(database.db, { ...range, webhookId, limit: PAGE });
    const events = await loadWebhookEvents(database, range.accountId, rows);
    return { events, lastId: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) };
  };
}

/** The events that a webhook has done: those up to its cursor, and those after it that have a record. */
type Done = { cursor: string; known: ReadonlySet<string>; lastId: string };

async function loadDone(database: Database, { account_id: accountId, id }: WebhookRow): Promise<Done> {
  const cursors = await loadCursors(database.db, { name: WEBHOOK_FOLLOWER, accountId });
  const cursor = cursors.get(id) ?? FIRST_ID;
  const known = await loadKnownEvents(database, { accountId, webhookId: id, cursor });
  return { cursor, known, lastId: [cursor, ...known].sort().at(-1) ?? cursor };
}

/** Other events reach the webhook anyway. */
function isDone({ cursor, known }: Done, { id }: WebhookEvent): boolean {
  return id <= cursor || known.has(id);
}

/** Events of the feed, up to the last one that the webhook has done. */
function feedPage(database: Database, { lastId }: Done) {
  return async ({ accountId, afterId, beforeId }: Range): Promise<Page> => {
    const page = await readFeed(database, { accountId, afterId, beforeId, limit: PAGE });
    const read = page.filter(({ id }) => id <= lastId);
    return {
      events: read.map(webhookEventOf),
      lastId: read.length < PAGE ? null : (read.at(-1)?.id ?? null),
    };
  };
}

function tooMany(verb: string, max: number) {
  const message = `${verb} more than ${max.toLocaleString("en-US")} events; choose a shorter range`;
  return errors.validation_failed(`from ${message}`, { fields: [{ path: "from", message }] });
}
