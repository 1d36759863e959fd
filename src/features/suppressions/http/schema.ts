import { type Static, Type } from "typebox";
import { CLOSED, listQuery, orNull, pagination, timestamp } from "../../../platform/http/index.ts";
import {
  SUPPRESSION_REASONS,
  SUPPRESSION_SOURCES,
  type SuppressionReason,
  type SuppressionSource,
} from "../suppression.ts";

/** Limit of one request. The import has no such limit. */
const MAX_ADDRESSES = 1_000;

const EXAMPLE = {
  address: "ada@EXAMPLE.com",
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
  Type.Unsafe<SuppressionReason>(Type.String({ enum: [...SUPPRESSION_REASONS], ...options }));
const reason = reasonOf({
  description:
    "`hard_bounce`: the recipient's server rejected mail permanently, or temporarily too many times. `complaint`: the recipient reported mail as spam. `unsubscribe`: the recipient unsubscribed from bulk mail. `manual`: someone in your account, or an import, added the address.",
});

export const suppression = Type.Object(
  {
    address: Type.String(),
    reason,
    stream: Type.Union([Type.Literal("all"), Type.Literal("bulk")], {
      description: "The mail that is suppressed: `all` mail, or only mail sent with `stream: bulk`.",
    }),
    unsubscribed_at: orNull(
      timestamp,
      "When the recipient unsubscribed from bulk mail. Can be set with any `reason`.",
    ),
    expires_at: orNull(timestamp, "When the suppression ends. Null: never."),
    source: Type.Object(
      {
        type: Type.Unsafe<SuppressionSource["type"]>(Type.String({ enum: [...SUPPRESSION_SOURCES] })),
        id: Type.Union([Type.String(), Type.Null()]),
        user_id: orNull(Type.String(), "The user who added or imported the address."),
        key_id: orNull(Type.Integer(), "The API key that added or imported the address."),
      },
      {
        description:
          "Where the suppression came from. `email`: the email with this `id` bounced or was reported as spam. `link`: the recipient used the unsubscribe link of the email with this `id`. `key`, `user`, `import`: an API key, a user or an import added the address. `unknown`: the address unsubscribed before its source was recorded.",
      },
    ),
    event: orNull(
      Type.Object({
        id: Type.String({ format: "uuid" }),
        email_id: Type.Union([Type.String(), Type.Null()]),
        created_at: timestamp,
      }),
      "The event that caused the suppression. Null if no event did, or if the bounce arrived while the email was being sent.",
    ),
    reply: orNull(
      Type.Object({
        code: Type.Union([Type.Integer(), Type.Null()], { description: "SMTP reply code." }),
        status: Type.Union([Type.String(), Type.Null()], { description: "Enhanced status (RFC 3463)." }),
        host: Type.Union([Type.String(), Type.Null()], { description: "The server that replied." }),
        phase: Type.Union([Type.String(), Type.Null()], { description: "The SMTP phase of the reply." }),
      }),
      "The reply that caused the suppression. Its text is in `detail`.",
    ),
    detail: orNull(Type.String(), "The text of the reply, or a note from the person who added the address."),
    created_at: Type.String({
      format: "date-time",
      description: "When the current reason was recorded. The list is sorted by this time.",
    }),
    updated_at: timestamp,
  },
  { examples: [EXAMPLE] },
);

export const suppressionParams = Type.Object({
  address: Type.String({
    maxLength: 500,
    description: "The address in any spelling, percent-encoded.",
    examples: ["ada%40example.com"],
  }),
});

/** The filters of the list, the export and bulk removals. */
export const FILTER_PROPERTIES = {
  search: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        "Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address.",
    }),
  ),
  reason: Type.Optional(
    reasonOf({
      description:
        "Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another.",
    }),
  ),
  source: Type.Optional(
    Type.Unsafe<SuppressionSource["type"]>(
      Type.String({ enum: [...SUPPRESSION_SOURCES], description: "Only suppressions from this source." }),
    ),
  ),
  domain: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Only addresses of this domain, without subdomains.",
    }),
  ),
  reply: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        "An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters.",
    }),
  ),
  after: Type.Optional(
    Type.String({
      format: "date-time",
      description: "Only suppressions with `created_at` at or after this time.",
    }),
  ),
  before: Type.Optional(
    Type.String({
      format: "date-time",
      description: "Only suppressions with `created_at` before this time.",
    }),
  ),
};

export const listSuppressionsQuery = Type.Object(
  {
    ...listQuery.properties,
    ...FILTER_PROPERTIES,
    include: Type.Optional(
      Type.Literal("total", {
        description: "Also count the matching suppressions: `pagination.total`, up to 10,000.",
      }),
    ),
  },
  CLOSED,
);
export type ListSuppressionsQuery = Static<typeof listSuppressionsQuery>;

export const listSuppressionsResponse = Type.Object(
  { suppressions: Type.Array(suppression), pagination },
  { examples: [{ suppressions: [EXAMPLE], pagination: { limit: 50, has_more: false, next_cursor: null } }] },
);

const address = { minLength: 1, maxLength: 1_000 };
export const createSuppressions = Type.Object(
  {
    address: Type.Union(
      [Type.String(address), Type.Array(Type.String(address), { minItems: 1, maxItems: MAX_ADDRESSES })],
      { description: "One address, or an array of at most 1,000." },
    ),
    reason: Type.Optional(reasonOf({ default: "manual" })),
    detail: Type.Optional(
      Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
        description: "A note for people, such as why the address is suppressed.",
      }),
    ),
    expires_at: Type.Optional(
      Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
        description:
          "When the suppression ends. Null or absent: never. Not allowed with the reason `unsubscribe`, which never expires.",
      }),
    ),
  },
  { ...CLOSED, examples: [{ address: "ada@EXAMPLE.com", reason: "manual", detail: "asked by phone" }] },
);
export type CreateSuppressions = Static<typeof createSuppressions>;

export const createdSuppressions = Type.Object(
  {
    suppressions: Type.Array(
      Type.Object({
        address: Type.String(),
        result: Type.Union([Type.Literal("created"), Type.Literal("changed"), Type.Literal("unchanged")], {
          description:
            "`created`: the address was not suppressed. `changed`: the new suppression replaced a weaker one. `unchanged`: the existing suppression is as strong or stronger.",
        }),
      }),
      { description: "One result per address, in the order of the request." },
    ),
  },
  { examples: [{ suppressions: [{ address: "ada@EXAMPLE.com", result: "created" }] }] },
);
