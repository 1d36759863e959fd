import { type Static, Type } from "typebox";
import { timestamp } from "../../../platform/http/index.ts";

const closed = { additionalProperties: false };
const maxNameLength = 60;

const example = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  name: "mailgun-eu",
  kind: "smtp" as const,
  url: "smtp://postmaster%40example.com@smtp.eu.mailgun.org:587",
  has_password: true,
  weight: 1,
  rate_per_second: null,
  max_connections: 10,
  enabled: true,
  health: {
    state: "works" as const,
    failures: 0,
    retry_at: null,
    last_error: null,
    last_error_at: null,
    last_success_at: "2026-11-21T08:30:00.000Z",
  },
  created_at: "2026-11-21T08:30:00.000Z",
  updated_at: "2026-11-21T08:30:00.000Z",
};

const nullableTime = Type.Union([timestamp, Type.Null()]);
const weight = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: "Its part of the mail, where a rule shares mail by weight.",
});
const ratePerSecond = Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()], {
  description: "Recipients a second that it may get from all workers together. Null: no limit.",
});
const maxConnections = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Connections at once, of all workers together.",
});
const enabled = Type.Boolean({ description: "Whether rules may use it." });

export const relay = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    kind: Type.Union([Type.Literal("smtp"), Type.Literal("ses")]),
    url: Type.String({ description: "Without its password, which is never shown." }),
    has_password: Type.Boolean(),
    weight,
    rate_per_second: ratePerSecond,
    max_connections: maxConnections,
    enabled,
    health: Type.Object(
      {
        state: Type.Union(
          [
            Type.Literal("unused"),
            Type.Literal("works"),
            Type.Literal("unreachable"),
            Type.Literal("auth_failed"),
          ],
          {
            description:
              "`unreachable` and `auth_failed` (it refuses the password) get no mail until `retry_at`; then one email tries. `unused`: nothing is known yet.",
          },
        ),
        failures: Type.Integer({ description: "In a row." }),
        retry_at: nullableTime,
        last_error: Type.Union([Type.String(), Type.Null()]),
        last_error_at: nullableTime,
        last_success_at: nullableTime,
      },
      { description: "As the workers see it." },
    ),
    created_at: timestamp,
    updated_at: timestamp,
  },
  { examples: [example] },
);

export const relayParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const relaysResponse = Type.Object(
  { relays: Type.Array(relay, { description: "In the order in which they were made." }) },
  { examples: [{ relays: [example] }] },
);

const settings = {
  name: Type.String({ minLength: 1, maxLength: maxNameLength, description: "Stands in rules and events." }),
  url: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description:
      "`smtp://user@host:587` (STARTTLS, demanded where there is a password), `smtps://user@host:465`, or `ses://access-key-id@region` for Amazon SES. `?tls=required`, `?tls=none` and `?insecure=1` as in SMTP_RELAY_URL; `?configuration_set=` for SES.",
  }),
  password: Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), Type.Null()], {
    description:
      "Password, or secret access key. May also stand in the URL. It is kept sealed and never shown; a URL of another user or host needs it again.",
  }),
  weight,
  rate_per_second: ratePerSecond,
  max_connections: maxConnections,
  enabled,
};

export const createRelayRequest = Type.Object(
  {
    name: settings.name,
    url: settings.url,
    password: Type.Optional(settings.password),
    weight: Type.Optional(settings.weight),
    rate_per_second: Type.Optional(settings.rate_per_second),
    max_connections: Type.Optional(settings.max_connections),
    enabled: Type.Optional(settings.enabled),
  },
  {
    ...closed,
    examples: [{ name: "mailgun-eu", url: "smtp://user@smtp.example.com:587", password: "secret" }],
  },
);
export type CreateRelayRequest = Static<typeof createRelayRequest>;

export const changeRelayRequest = Type.Partial(Type.Object(settings), {
  ...closed,
  examples: [{ enabled: false }],
});
export type ChangeRelayRequest = Static<typeof changeRelayRequest>;

export const testResponse = Type.Object(
  {
    ok: Type.Boolean(),
    step: Type.Union([Type.String(), Type.Null()], {
      description: "Where it failed: connect, greeting, ehlo, starttls, tls or auth.",
    }),
    message: Type.String({ description: "For people: what was found, or what is wrong and what to do." }),
    transcript: Type.Union([Type.String(), Type.Null()], { description: "What was said; never a password." }),
  },
  { examples: [{ ok: true, step: null, message: "It answers and takes the password.", transcript: null }] },
);
