import { type Static, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import {
  type SuppressionReason,
  type SuppressionSource,
  suppressionReasons,
  suppressionSources,
} from "../suppression.ts";

const closed = { additionalProperties: false };
/** Of one request; the import takes more. */
const maxAddresses = 1_000;

const example = {
  address: "ada@example.com",
  reason: "hard_bounce" as const,
  stream: "all" as const,
  unsubscribed_at: null,
  expires_at: null,
  source: {
    type: "email" as const,
    id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
    user_id: null,
    key_id: null,
  },
  event: {
    id: "01a1fc0b-9d21-7a07-9c1e-5b2d52a1f0aa",
    email_id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
    created_at: "2026-11-21T08:30:00.000Z",
  },
  reply: { code: 550, status: "5.1.1", host: "mx.example.com", phase: "rcpt" },
  detail: "550 5.1.1 No such user",
  created_at: "2026-11-21T08:30:00.000Z",
  updated_at: "2026-11-21T08:30:00.000Z",
};

const reasonOf = (options: object) =>
  Type.Unsafe<SuppressionReason>(Type.String({ enum: [...suppressionReasons], ...options }));
const reason = reasonOf({
  description:
    "`hard_bounce`: the recipient's server refused for good, or too often. `complaint`: the recipient reported mail as spam. `unsubscribe`: the recipient wants no bulk mail. `manual`: you do not want to write to it.",
});
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const suppression = Type.Object(
  {
    address: Type.String(),
    reason,
    stream: Type.Union([Type.Literal("all"), Type.Literal("bulk")], {
      description: "What is kept back: all mail, or mail that is sent with `stream: bulk`.",
    }),
    unsubscribed_at: nullable(
      timestamp,
      "When the recipient unsubscribed from bulk mail; whatever `reason` is.",
    ),
    expires_at: nullable(timestamp, "When mail goes to the address again; null: never."),
    source: Type.Object(
      {
        type: Type.Unsafe<SuppressionSource["type"]>(Type.String({ enum: [...suppressionSources] })),
        id: Type.Union([Type.String(), Type.Null()]),
        user_id: nullable(Type.String(), "The user who added or imported it."),
        key_id: nullable(Type.Integer(), "The API key that added or imported it."),
      },
      {
        description:
          "Where it came from: an email of yours (`email`: it bounced or was complained about; `link`: the recipient unsubscribed by it), a `key`, a `user`, an `import`.",
      },
    ),
    event: nullable(
      Type.Object({
        id: Type.String({ format: "uuid" }),
        email_id: Type.Union([Type.String(), Type.Null()]),
        created_at: timestamp,
      }),
      "The event that made the suppression. Null if no event did, or if it is older than version 0.2 and its event is gone.",
    ),
    reply: nullable(
      Type.Object({
        code: Type.Union([Type.Integer(), Type.Null()], { description: "SMTP reply code." }),
        status: Type.Union([Type.String(), Type.Null()], { description: "Enhanced status (RFC 3463)." }),
        host: Type.Union([Type.String(), Type.Null()], { description: "The server that replied." }),
        phase: Type.Union([Type.String(), Type.Null()], { description: "The SMTP phase of the reply." }),
      }),
      "The reply that led to the suppression; `detail` has its text.",
    ),
    detail: nullable(Type.String(), "The text of the reply, or the note of the person who added it."),
    created_at: Type.String({
      format: "date-time",
      description: "When the reason that stands was recorded. The list is in this order.",
    }),
    updated_at: timestamp,
  },
  { examples: [example] },
);

export const suppressionParams = Type.Object({
  address: Type.String({
    maxLength: 500,
    description: "The address, percent-encoded, in any spelling.",
    examples: ["ada%40example.com"],
  }),
});

/** What the list, the export and removals can be narrowed by. */
export const filterProperties = {
  search: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        "Only addresses that contain this text, without regard to case. One or two characters: only those that begin with them.",
    }),
  ),
  reason: Type.Optional(
    reasonOf({
      description: "Only these. `unsubscribe`: all who unsubscribed, also where `reason` is another.",
    }),
  ),
  source: Type.Optional(
    Type.Unsafe<SuppressionSource["type"]>(
      Type.String({ enum: [...suppressionSources], description: "Only those that came from there." }),
    ),
  ),
  domain: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "Only addresses of exactly this domain." }),
  ),
  reply: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        "An enhanced status such as `5.1.0`, or part of the reply's text or host, without regard to case. At least three characters.",
    }),
  ),
  after: Type.Optional(
    Type.String({ format: "date-time", description: "`created_at` is at or after this time." }),
  ),
  before: Type.Optional(
    Type.String({ format: "date-time", description: "`created_at` is before this time." }),
  ),
};

export const listSuppressionsQuery = Type.Object({ ...listQuery.properties, ...filterProperties }, closed);
export type ListSuppressionsQuery = Static<typeof listSuppressionsQuery>;

export const listSuppressionsResponse = Type.Object(
  { suppressions: Type.Array(suppression), pagination },
  { examples: [{ suppressions: [example], pagination: { limit: 50, has_more: false, next_cursor: null } }] },
);

const address = { minLength: 1, maxLength: 1_000 };
export const createSuppressions = Type.Object(
  {
    address: Type.Union(
      [Type.String(address), Type.Array(Type.String(address), { minItems: 1, maxItems: maxAddresses })],
      { description: "One, or an array of at most 1,000." },
    ),
    reason: Type.Optional(reasonOf({ default: "manual" })),
    detail: Type.Optional(
      Type.Union([Type.String({ maxLength: 500 }), Type.Null()], { description: "Why, for people." }),
    ),
    expires_at: Type.Optional(
      Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
        description: "When mail may go there again. Null or absent: never. An unsubscribe never expires.",
      }),
    ),
  },
  { ...closed, examples: [{ address: "ada@example.com", reason: "manual", detail: "asked by phone" }] },
);
export type CreateSuppressions = Static<typeof createSuppressions>;

export const createdSuppressions = Type.Object(
  {
    suppressions: Type.Array(
      Type.Object({
        address: Type.String(),
        result: Type.Union([Type.Literal("created"), Type.Literal("changed"), Type.Literal("unchanged")], {
          description: "`unchanged`: what stood for the address says as much or more, and stays as it was.",
        }),
      }),
      { description: "In the order of the request." },
    ),
  },
  { examples: [{ suppressions: [{ address: "ada@example.com", result: "created" }] }] },
);
