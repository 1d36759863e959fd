import { type Static, Type } from "typebox";

const maxDays = 90;
export const defaultDays = 14;
/** Counting on would slow the page down for a number that nobody reads to the last digit. */
export const maxQueueCount = 10_000;

export const overviewQuery = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxDays,
        default: defaultDays,
        description: "Days of the period, today (UTC) included.",
      }),
    ),
  },
  { additionalProperties: false },
);

const countsOfDay = {
  accepted: Type.Integer({ description: "Emails accepted." }),
  delivered: Type.Integer({ description: "Recipients that came into this state; so are the following." }),
  captured: Type.Integer(),
  deferred: Type.Integer({ description: "Attempts put off: a recipient may be put off more than once." }),
  bounced: Type.Integer(),
  expired: Type.Integer(),
  uncertain: Type.Integer(),
};
const counts = Type.Object(countsOfDay);
export type Counts = Static<typeof counts>;
export const countNames = Object.keys(countsOfDay) as (keyof Counts)[];

const upTo = `Counted up to ${maxQueueCount}: that figure means "so many or more".`;

export const overviewResponse = Type.Object(
  {
    days: Type.Array(
      Type.Object({ date: Type.String({ format: "date", description: "UTC." }), ...countsOfDay }),
      { description: "Oldest first, days without mail included." },
    ),
    totals: Type.Object({
      ...countsOfDay,
      delivery_rate: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
        description:
          "Of the recipients that were delivered, bounced or expired: the part that was delivered. Null without any.",
      }),
    }),
    queue: Type.Object({
      waiting: Type.Integer({ description: `Recipients that no attempt was made for yet. ${upTo}` }),
      sending: Type.Integer({ description: upTo }),
      deferred: Type.Integer({ description: `Recipients that will be tried again. ${upTo}` }),
      oldest_waiting_seconds: Type.Union([Type.Integer(), Type.Null()], {
        description: "Age of the oldest email with a waiting recipient.",
      }),
    }),
    first_steps: Type.Object({
      password_changed: Type.Boolean(),
      key_created: Type.Boolean(),
      first_email_sent: Type.Boolean(),
      delivers_for_real: Type.Boolean({
        description: "Whether mail leaves, instead of being kept for the inbox.",
      }),
      contact_added: Type.Boolean(),
    }),
    key_prefix: Type.Union([Type.String(), Type.Null()], { description: "Of the account's newest API key." }),
    troubled_domains: Type.Array(
      Type.Object({
        name: Type.String(),
        trouble: Type.Unsafe<"lost" | "token_missing">(
          Type.String({
            enum: ["lost", "token_missing"],
            description: "`token_missing`: it is lost three days after its token was.",
          }),
        ),
      }),
      { description: "Sender domains that were lost, or soon will be." },
    ),
  },
  { description: "The figures of the dashboard's first page." },
);
