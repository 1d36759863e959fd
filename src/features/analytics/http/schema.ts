import { type Static, Type } from "typebox";
import { COUNTED_UP_TO } from "../../queue/index.ts";

const MAX_DAYS = 90;
export const DEFAULT_DAYS = 14;

export const overviewQuery = Type.Object(
  {
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_DAYS,
        default: DEFAULT_DAYS,
        description: "Number of days to return, including today (UTC).",
      }),
    ),
  },
  { additionalProperties: false },
);

const countsOfDay = {
  accepted: Type.Integer({ description: "Emails accepted." }),
  delivered: Type.Integer({ description: "Recipients that became `delivered`." }),
  captured: Type.Integer({ description: "Recipients that became `captured`." }),
  deferred: Type.Integer({ description: "Deferred attempts. A recipient can be deferred more than once." }),
  bounced: Type.Integer({ description: "Recipients that became `bounced`." }),
  suppressed: Type.Integer({ description: "Recipients that became `suppressed`." }),
  canceled: Type.Integer({ description: "Recipients that became `canceled`." }),
  expired: Type.Integer({ description: "Recipients that became `expired`." }),
  uncertain: Type.Integer({
    description: "Attempts after which it is uncertain whether the recipient got the mail.",
  }),
  complained: Type.Integer({ description: "Spam reports by recipients." }),
};
const counts = Type.Object(countsOfDay);
export type Counts = Static<typeof counts>;
export const countNames = Object.keys(countsOfDay) as (keyof Counts)[];

const UP_TO = `Counted up to ${COUNTED_UP_TO}, which means that number or more.`;

export const overviewResponse = Type.Object(
  {
    days: Type.Array(
      Type.Object({ date: Type.String({ format: "date", description: "The day in UTC." }), ...countsOfDay }),
      { description: "One entry per day, oldest first, including days without mail." },
    ),
    totals: Type.Object({
      ...countsOfDay,
      delivery_rate: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
        description:
          "The delivered share of the recipients that were delivered, bounced or expired. Null if there are none.",
      }),
      complaint_rate: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
        description: "Spam reports for each delivered recipient. Null if none was delivered.",
      }),
    }),
    queue: Type.Object(
      {
        waiting: Type.Integer({ description: `Recipients that a worker may claim now. ${UP_TO}` }),
        in_flight: Type.Integer({ description: `Recipients that a worker has claimed. ${UP_TO}` }),
        delayed: Type.Integer({
          description: `Recipients that are due later: retries and scheduled mail. ${UP_TO}`,
        }),
        uncertain: Type.Integer({ description: `Uncertain recipients that need a decision. ${UP_TO}` }),
        oldest_waiting_seconds: Type.Union([Type.Integer(), Type.Null()], {
          description:
            "How long the oldest waiting recipient that is not paused has been due. Null if none is waiting.",
        }),
      },
      { description: "The same numbers as `GET /api/queue`." },
    ),
    first_steps: Type.Object({
      password_changed: Type.Boolean(),
      key_created: Type.Boolean(),
      first_email_sent: Type.Boolean(),
      delivers_for_real: Type.Boolean({
        description: "Whether mail is sent to recipients. False while it is captured in the inbox instead.",
      }),
      contact_added: Type.Boolean(),
    }),
    key_prefix: Type.Union([Type.String(), Type.Null()], {
      description: "The prefix of the account's newest active API key.",
    }),
    troubled_domains: Type.Array(
      Type.Object({
        name: Type.String(),
        trouble: Type.Unsafe<"lost" | "token_missing">(
          Type.String({
            enum: ["lost", "token_missing"],
            description:
              "`lost`: the domain is no longer verified for this account. `token_missing`: the verification record is missing from the DNS; the domain is lost three days after the record disappeared.",
          }),
        ),
      }),
      {
        description:
          "Sender domains that were lost, or will be lost unless the verification record is restored.",
      },
    ),
  },
  { description: "The numbers of the dashboard's first page." },
);
