import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import { COUNTED_UP_TO, HISTORY_MINUTES } from "../stats/stats-sql.ts";

const closed = { additionalProperties: false };
const orNull = <T extends ReturnType<typeof Type.String | typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const upTo = `Counted up to ${COUNTED_UP_TO}: that figure means "so many or more".`;

export const queueQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 25, description: "Rows of one page." }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: "`next_cursor` of the page before." }),
    ),
    search: Type.Optional(
      Type.String({ maxLength: 255, description: "Part of a domain's or an operator's name." }),
    ),
  },
  closed,
);

export const instanceQueueQuery = Type.Object(
  {
    ...queueQuery.properties,
    by: Type.Optional(
      Type.Union([Type.Literal("destination"), Type.Literal("account")], {
        default: "destination",
        description: "What a row is: where mail goes, or whose it is.",
      }),
    ),
  },
  closed,
);

const target = Type.Union([Type.Literal("all"), Type.Literal("domain"), Type.Literal("destination")]);

const pause = Type.Object({
  account_id: orNull(Type.String({ description: "Null: of all accounts." })),
  target,
  name: Type.String({ description: "The domain or destination; empty: all mail." }),
  kind: Type.Union([Type.Literal("pause"), Type.Literal("hold")]),
  reason: orNull(Type.String()),
  by_operator: Type.Boolean({ description: "Only the operator of the instance ends it." }),
  by: orNull(Type.String({ description: "Of this account: who did it." })),
  ends_at: Type.Union([timestamp, Type.Null()], { description: "Null: when somebody ends it." }),
  created_at: timestamp,
});

const group = Type.Object({
  id: Type.String({
    description: "The operator of its mail servers, or the domain; by account the account's id.",
  }),
  name: Type.String(),
  domains: Type.Integer(),
  accounts: Type.Integer(),
  waiting: Type.Integer({ description: `Recipients that a worker may take now. ${upTo}` }),
  in_flight: Type.Integer({ description: "Recipients that a worker has in hand." }),
  sleeping: Type.Integer({ description: `Recipients whose time has not come: retries, schedules. ${upTo}` }),
  oldest_at: Type.Union([timestamp, Type.Null()], {
    description: "Since when the first of those waits that may go.",
  }),
  next_at: Type.Union([timestamp, Type.Null()], {
    description: "When the first of those that sleep is due.",
  }),
  rate_per_minute: Type.Integer({
    description: "Attempts that came to a result in a minute, of the last three.",
  }),
  history: Type.Array(Type.Integer(), {
    description: `The same for each of the last ${HISTORY_MINUTES} minutes, oldest first.`,
  }),
  pause: Type.Union([pause, Type.Null()]),
  closed_until: Type.Union([timestamp, Type.Null()], { description: "Until when nothing goes there." }),
  why: Type.Array(Type.String(), { description: "Why it waits, in words, which may be a server's own." }),
});

export const queueResponse = Type.Object({
  groups: Type.Array(group, { description: "Who waits longest comes first." }),
  totals: Type.Object({
    waiting: Type.Integer({ description: upTo }),
    in_flight: Type.Integer({ description: upTo }),
    sleeping: Type.Integer({ description: upTo }),
    held: Type.Integer({ description: `Uncertain recipients that nobody tries any more. ${upTo}` }),
  }),
  counted_up_to: Type.Integer(),
  is_partial: Type.Boolean({
    description: "There are so many destinations that only the first of them were looked at.",
  }),
  workers: Type.Integer({ description: "Processes that deliver just now." }),
  pauses: Type.Array(pause),
  closed_lanes: Type.Array(
    Type.Object({
      name: Type.String(),
      closed_until: timestamp,
      reason: orNull(
        Type.String({ description: "For operators. Null for accounts, which share destinations." }),
      ),
    }),
    { description: "Destinations that take nothing now. An account sees those to which it has mail." },
  ),
  pagination,
});

const action = Type.Union(
  [
    Type.Literal("pause", { description: "Leave it in the queue, for a time or until somebody resumes it." }),
    Type.Literal("hold", { description: "The same until somebody has looked at it: says why." }),
    Type.Literal("resume"),
    Type.Literal("retry", { description: "Make due now what would be tried again later." }),
    Type.Literal("purge", { description: "Cancel what waits. This cannot be undone." }),
  ],
  { examples: ["pause"] },
);

const actionFields = {
  action,
  reason: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "For people. A hold needs one." }),
  ),
  seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 2_592_000,
      description: "Of a pause: how long. Left out: until it is resumed.",
    }),
  ),
  before: Type.Optional(
    Type.String({
      format: "date-time",
      description: "Of the answer before, to go on with what was there then.",
    }),
  ),
};
const domainScope = {
  domain: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  destination: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "The `id` of a row: all domains of an operator.",
    }),
  ),
};
const scopeMeaning = { ...closed, description: "Of which mail; empty: all." };

export const queueActionRequest = Type.Object(
  { ...actionFields, scope: Type.Object(domainScope, scopeMeaning) },
  { ...closed, examples: [{ action: "pause", scope: { domain: "example.com" } }] },
);
export const instanceQueueActionRequest = Type.Object(
  {
    ...actionFields,
    scope: Type.Object(
      { ...domainScope, account_id: Type.Optional(Type.String({ format: "uuid" })) },
      scopeMeaning,
    ),
  },
  { ...closed, examples: [{ action: "pause", scope: { destination: "example.com" } }] },
);
export type QueueActionRequest = Static<typeof instanceQueueActionRequest>;

export const queueActionResponse = Type.Object({
  changed: Type.Integer({ description: "Recipients, or pauses that began or ended." }),
  has_more: Type.Boolean({ description: "There is more of it: send the request again with this `before`." }),
  before: timestamp,
});

export const heldQuery = Type.Object(
  {
    ...listQuery.properties,
    domain: Type.Optional(Type.String({ maxLength: 255, description: "Of the recipient." })),
  },
  closed,
);
export const heldResponse = Type.Object({
  held: Type.Array(
    Type.Object({
      email_id: Type.String({ format: "uuid" }),
      position: Type.Integer({ description: "Of the recipient in its email." }),
      address: Type.String(),
      subject: Type.String(),
      held_at: timestamp,
      reason: orNull(Type.String()),
      line: orNull(Type.String({ description: "What the server said last." })),
    }),
  ),
  pagination,
});

export const resolveParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  position: Type.Integer({ minimum: 0, maximum: 32_767 }),
});
export const resolveRequest = Type.Object(
  {
    as: Type.Union([
      Type.Literal("retry", { description: "Once more, at the risk of a second copy." }),
      Type.Literal("delivered", { description: "Somebody has found out that it arrived." }),
    ]),
  },
  { ...closed, examples: [{ as: "retry" }] },
);
