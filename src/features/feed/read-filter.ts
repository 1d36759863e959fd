import { errors } from "../../platform/errors/index.ts";
import { FIRST_ID, firstIdAt, isId } from "../../platform/ids/index.ts";
import { ACCOUNT_EVENT_MEANINGS } from "../account-events/index.ts";
import { eventTypes } from "../recipients/index.ts";
import { ENGAGEMENT_TYPES } from "./feed-event.ts";
import type { ListEventsQuery } from "./http/schema.ts";

const FEED_KINDS = ["email", "engagement", "account"] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

export type EventFilter = {
  /** The kinds that are read, each with its types as they are stored. Null: all types. */
  kinds: ReadonlyMap<FeedKind, string[] | null>;
  emailId: string | null;
  /** Exclusive. */
  afterId: string;
};

/** Each type as users write it, with its kind and its name in the table. */
const TYPES = new Map<string, { kind: FeedKind; stored: string }>([
  ...eventTypes.flatMap((type) => {
    const known = { kind: "email" as const, stored: type };
    return [
      [type, known],
      [`email.${type}`, known],
    ] as const;
  }),
  ...Object.entries(ENGAGEMENT_TYPES).map(
    ([stored, type]) => [type, { kind: "engagement" as const, stored }] as const,
  ),
  ...Object.keys(ACCOUNT_EVENT_MEANINGS).map(
    (type) => [type, { kind: "account" as const, stored: type }] as const,
  ),
]);

/** Errors: `validation_failed`. */
export function readEventFilter({ kind, type, email_id, after, since }: ListEventsQuery): EventFilter {
  const types = splitList(type)?.map(
    (name) =>
      TYPES.get(name) ??
      refuse("type", `“${name}” is not a type; use names such as delivered or email.clicked`),
  );
  const wanted = splitList(kind)?.map(
    (name) =>
      FEED_KINDS.find((known) => known === name) ??
      refuse("kind", `“${name}” is not a kind; use ${FEED_KINDS.join(", ")}`),
  );
  const kinds = new Map<FeedKind, string[] | null>();
  for (const each of wanted ?? types?.map((known) => known.kind) ?? (["email"] as const))
    kinds.set(each, types?.filter((known) => known.kind === each).map(({ stored }) => stored) ?? null);
  return {
    kinds,
    emailId: email_id === undefined ? null : readId("email_id", email_id),
    afterId: later(
      after === undefined ? null : readId("after", after),
      since === undefined ? null : firstIdAt(new Date(since)),
    ),
  };
}

function splitList(text: string | undefined): string[] | undefined {
  return text?.split(",").map((part) => part.trim());
}

function readId(path: string, text: string): string {
  return isId(text) ? text.toLowerCase() : refuse(path, "is not an id");
}

function refuse(path: string, message: string): never {
  throw errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}

function later(a: string | null, b: string | null): string {
  const ids = [a, b, FIRST_ID].filter((id) => id !== null);
  return ids.sort().at(-1) as string;
}
