import { type Static, Type } from "typebox";
import { CLOSED, listQuery, orNull, pagination, timestamp } from "../../../platform/http/index.ts";
import { COUNTED_UP_TO, HISTORY_MINUTES, MAIL_STATES } from "../stats/stats-sql.ts";

const UP_TO = `Counted up to ${COUNTED_UP_TO}, which means that number or more.`;

export const queueQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 25, description: "Rows per page." }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: "`next_cursor` of the previous page." }),
    ),
    search: Type.Optional(
      Type.String({ maxLength: 255, description: "Part of the name of a domain or a mailbox provider." }),
    ),
    state: Type.Optional(
      Type.String({
        maxLength: 100,
        description: `Only rows with such recipients. One or more of ${MAIL_STATES.join(", ")}, separated by commas.`,
      }),
    ),
  },
  CLOSED,
);

export const instanceQueueQuery = Type.Object(
  {
    ...queueQuery.properties,
    by: Type.Optional(
      Type.Union([Type.Literal("destination"), Type.Literal("account")], {
        default: "destination",
        description: "Whether each row is a destination or an account.",
      }),
    ),
  },
  CLOSED,
);

const target = Type.Union([Type.Literal("all"), Type.Literal("domain"), Type.Literal("destination")]);

const pause = Type.Object({
  account_id: orNull(Type.String({ description: "Null: all accounts." })),
  target,
  name: Type.String({ description: "The domain or destination. Empty for all mail." }),
  kind: Type.Union([Type.Literal("pause"), Type.Literal("hold")]),
  reason: orNull(Type.String()),
  by_operator: Type.Boolean({ description: "Started by an operator. Only an operator can end it." }),
  by: orNull(Type.String({ description: "The user of this account who started it." })),
  ends_at: Type.Union([timestamp, Type.Null()], { description: "Null: until a person ends it." }),
  created_at: timestamp,
});

const group = Type.Object({
  id: Type.String({
    description: "The mailbox provider or domain. For rows by account: the account's id.",
  }),
  name: Type.String(),
  domains: Type.Integer(),
  accounts: Type.Integer(),
  waiting: Type.Integer({ description: `Recipients that a worker may claim now. ${UP_TO}` }),
  in_flight: Type.Integer({ description: "Recipients that a worker has claimed." }),
  delayed: Type.Integer({
    description: `Recipients that are due later: retries and scheduled mail. ${UP_TO}`,
  }),
  oldest_at: Type.Union([timestamp, Type.Null()], {
    description: "When the oldest waiting recipient became due.",
  }),
  next_at: Type.Union([timestamp, Type.Null()], {
    description: "When the next delayed recipient becomes due.",
  }),
  rate_per_minute: Type.Integer({
    description: "Attempts with a result per minute, over the last three minutes.",
  }),
  history: Type.Array(Type.Integer(), {
    description: `Attempts with a result in each of the last ${HISTORY_MINUTES} minutes, oldest first.`,
  }),
  pause: Type.Union([pause, Type.Null()]),
  closed_until: Type.Union([timestamp, Type.Null()], {
    description: "No mail is sent to this destination until then.",
  }),
  why: Type.Array(Type.String(), {
    description: "Why the mail waits. May contain replies of servers.",
  }),
});

export const queueResponse = Type.Object({
  groups: Type.Array(group, {
    description: "The destination or account with the oldest waiting mail comes first.",
  }),
  totals: Type.Object({
    waiting: Type.Integer({ description: UP_TO }),
    in_flight: Type.Integer({ description: UP_TO }),
    delayed: Type.Integer({ description: UP_TO }),
    uncertain: Type.Integer({
      description: `Uncertain recipients that are not retried. A person may decide. ${UP_TO}`,
    }),
  }),
  counted_up_to: Type.Integer(),
  is_partial: Type.Boolean({
    description: "Only the first destinations were counted, because there are too many.",
  }),
  workers: Type.Integer({ description: "Running worker processes." }),
  pauses: Type.Array(pause),
  closed_throttles: Type.Array(
    Type.Object({
      name: Type.String(),
      closed_until: timestamp,
      reason: orNull(
        Type.String({ description: "For operators. Null for accounts, which share destinations." }),
      ),
    }),
    { description: "Destinations to which no mail is sent now. An account sees those to which it has mail." },
  ),
  pagination,
});

const action = Type.Union(
  [
    Type.Literal("pause", { description: "Leaves mail in the queue, for a time or until it is resumed." }),
    Type.Literal("hold", {
      description: "Leaves mail in the queue until a person has reviewed it. Requires `reason`.",
    }),
    Type.Literal("resume"),
    Type.Literal("retry", { description: "Makes retries due now. Scheduled mail stays scheduled." }),
    Type.Literal("purge", { description: "Cancels waiting mail. You can't undo this." }),
  ],
  { examples: ["pause"] },
);

const actionFields = {
  action,
  reason: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Shown to people. Required for a hold." }),
  ),
  seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 2_592_000,
      description: "The duration of a pause. Default: until it is resumed.",
    }),
  ),
  before: Type.Optional(
    Type.String({
      format: "date-time",
      description: "`before` of the previous response, to continue it. Later mail is not changed.",
    }),
  ),
};
const domainScope = {
  domain: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  destination: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "The `id` of a row by destination: all domains of a mailbox provider.",
    }),
  ),
};
const scopeMeaning = { ...CLOSED, description: "The mail to act on. Empty: all mail." };

export const queueActionRequest = Type.Object(
  { ...actionFields, scope: Type.Object(domainScope, scopeMeaning) },
  { ...CLOSED, examples: [{ action: "pause", scope: { domain: "example.com" } }] },
);
export const instanceQueueActionRequest = Type.Object(
  {
    ...actionFields,
    scope: Type.Object(
      { ...domainScope, account_id: Type.Optional(Type.String({ format: "uuid" })) },
      scopeMeaning,
    ),
  },
  { ...CLOSED, examples: [{ action: "pause", scope: { destination: "example.com" } }] },
);
export type QueueActionRequest = Static<typeof instanceQueueActionRequest>;

export const queueActionResponse = Type.Object({
  changed: Type.Integer({
    description: "The number of changed recipients, or of pauses that began or ended.",
  }),
  has_more: Type.Boolean({ description: "There is more to do. Repeat the request with this `before`." }),
  before: timestamp,
  replaced: Type.Union(
    [
      Type.Object({
        kind: Type.Union([Type.Literal("pause"), Type.Literal("hold")]),
        reason: Type.Union([Type.String(), Type.Null()]),
        seconds: Type.Union([Type.Integer(), Type.Null()], {
          description: "The time that it had left. Null: until someone ends it.",
        }),
      }),
      Type.Null(),
    ],
    {
      description:
        "The pause or hold of the same scope that a new one replaced. To undo the new one, begin this one again.",
    },
  ),
});

export const uncertainQuery = Type.Object(
  {
    ...listQuery.properties,
    domain: Type.Optional(Type.String({ maxLength: 255, description: "The recipient's domain." })),
  },
  CLOSED,
);
export const uncertainResponse = Type.Object({
  uncertain: Type.Array(
    Type.Object({
      email_id: Type.String({ format: "uuid" }),
      position: Type.Integer({ description: "The position of the recipient in its email." }),
      address: Type.String(),
      subject: Type.String(),
      uncertain_at: timestamp,
      reason: orNull(Type.String()),
      line: orNull(Type.String({ description: "The last reply of the server." })),
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
      Type.Literal("retry", { description: "Sends it again, at the risk of a second copy." }),
      Type.Literal("delivered", { description: "Confirms that it arrived." }),
    ]),
  },
  { ...CLOSED, examples: [{ as: "retry" }] },
);
