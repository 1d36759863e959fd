import type { Database } from "../../../platform/db/index.ts";
import { FIRST_ID, firstIdAt } from "../../../platform/ids/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { loadLastEventId, readFeed } from "../../feed/index.ts";
import { lastReplayId, listReplays } from "../deliveries/listener-queries.ts";
import { loadWebhookEvents } from "../load-webhook-events.ts";
import { bodyOf, type WebhookFormat } from "../payloads/body-of.ts";
import { refuseFields } from "../read-webhook-input.ts";
import { type WebhookFilter, wants } from "../webhook.ts";
import { WEBHOOK_TYPES, type WebhookEvent, webhookEventOf } from "../webhook-event.ts";

const PAGE = 100;

/** The filters of a webhook that names none. */
const NEW_WEBHOOK: Omit<WebhookFilter, "types" | "format"> = {
  domains: [],
  tags: [],
  streams: [],
  keys: [],
  actors: "human",
};

type Listened = {
  accountId: string;
  keyId: number | null;
  after: string | null;
  /** Separated by commas. Empty: all. */
  types: string;
  format: WebhookFormat;
};

/**
 * Events and replays after a position, as webhooks get them, for a program that follows the feed from outside and posts them to a local
 * program. Events and replays are in order, without gaps. Error: `validation_failed`.
 */
export async function listen(
  { database, secrets }: { database: Database; secrets: InstanceSecrets },
  { accountId, keyId, after, types: listed, format }: Listened,
) {
  const types = readTypes(listed);
  const { rows } = await database.pool.query<{ end: string }>("SELECT end_of_settled_events() AS end");
  const end = rows[0]?.end ?? firstIdAt(new Date());
  const secret = listenerSecret(secrets, { accountId, keyId });
  if (after === null) {
    // The account's own last event, because the end of the feed depends on what other accounts do.
    const last =
      (await loadLastEventId(database, accountId, { afterId: FIRST_ID, beforeId: end })) ?? FIRST_ID;
    const cursor = `${last}.${await lastReplayId(database.db, accountId)}`;
    return { events: [], cursor, secret, has_more: false };
  }
  const [afterId = end, afterReplay = "0"] = after.split(".");
  const read = await readFeed(database, { accountId, afterId, beforeId: end, limit: PAGE });
  const replays = await listReplays(database.db, { accountId, afterId: Number(afterReplay), limit: PAGE });
  const replayed = await loadWebhookEvents(
    database,
    accountId,
    replays.map(({ event_id, subject, type }) => ({ id: event_id, subject, type })),
  );
  const isOfType = ({ type }: WebhookEvent) => types.length === 0 || types.includes(type);
  const events = [
    ...read
      .map(webhookEventOf)
      .filter((event) => wants({ ...NEW_WEBHOOK, types, format }, event))
      .flatMap((event) => present(event, format, null)),
    ...replayed.flatMap((event, at) =>
      isOfType(event) ? present(event, format, replays[at]?.id ?? null) : [],
    ),
  ];
  return {
    events,
    cursor: `${read.at(-1)?.id ?? afterId}.${replays.at(-1)?.id ?? afterReplay}`,
    secret,
    has_more: read.length === PAGE || replays.length === PAGE,
  };
}

/** A misspelled type would never have an event. */
function readTypes(listed: string): string[] {
  const types = listed.split(",").flatMap((part) => part.trim() || []);
  const unknown = types.find((type) => !WEBHOOK_TYPES.includes(type));
  if (unknown === undefined) return types;
  const message = `${unknown} is not known; use ${WEBHOOK_TYPES.join(", ")}`;
  throw refuseFields([{ path: "types", message }]);
}

/** Returns nothing if the format has no event of this type. */
function present(event: WebhookEvent, format: WebhookFormat, replayId: number | null) {
  const { id, type, subject } = event;
  const body = bodyOf(event, format);
  if (body === null) return [];
  return [{ id, type, subject_id: subject, body, replay_id: replayId === null ? null : String(replayId) }];
}

/** The same in each session, so that a developer's program can keep it. */
function listenerSecret(
  secrets: InstanceSecrets,
  { accountId, keyId }: { accountId: string; keyId: number | null },
): string {
  const bytes = secrets.sign("webhook listener", Buffer.from(`${accountId} ${keyId ?? "session"}`), 32);
  return `whsec_${bytes.toString("base64")}`;
}
