import { type Static, Type } from "typebox";
import { CLOSED, timestamp } from "../../../platform/http/index.ts";

const MAX_NAME_LENGTH = 60;

const EXAMPLE = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  name: "mailgun-eu",
  kind: "smtp" as const,
  url: "smtp://postmaster%40example.com@smtp.eu.mailgun.org:587",
  has_password: true,
  weight: 1,
  rate_per_second: null,
  max_connections: null,
  enabled: true,
  health: {
    state: "works" as const,
    failures: 0,
    retry_at: null,
    last_error: null,
    last_error_at: null,
    last_success_at: "2026-11-21T08:30:00.000Z",
    tested_at: null,
    test_error: null,
  },
  created_at: "2026-11-21T08:30:00.000Z",
  updated_at: "2026-11-21T08:30:00.000Z",
};

const nullableTime = Type.Union([timestamp, Type.Null()]);
const weight = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: "The relay's share of mail when a rule distributes mail by weight.",
});
const ratePerSecond = Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()], {
  description: "Rate limit in recipients per second, for all workers together. Null for no limit.",
});
const maxConnections = Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Null()], {
  description:
    "Maximum of concurrent connections, for all workers together. Null, the default: begins with 20 and adapts to what the relay takes, up to 200 for each worker.",
});
const enabled = Type.Boolean({ description: "False disables the relay for all rules." });

export const relay = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    kind: Type.Union([Type.Literal("smtp"), Type.Literal("ses")]),
    url: Type.String({ description: "The URL without the password, which is never shown." }),
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
            Type.Literal("tested"),
            Type.Literal("test_failed"),
            Type.Literal("works"),
            Type.Literal("unreachable"),
            Type.Literal("auth_failed"),
          ],
          {
            description:
              "`unused`: no mail was sent through it yet. `tested`: the same, and its last test succeeded. `test_failed`: its last test failed, and no mail was sent since. `works`: it accepts mail. `unreachable` and `auth_failed` (it rejects the credentials): it gets no mail until `retry_at`, then one email as a probe.",
          },
        ),
        failures: Type.Integer({ description: "Consecutive failures." }),
        retry_at: nullableTime,
        last_error: Type.Union([Type.String(), Type.Null()]),
        last_error_at: nullableTime,
        last_success_at: nullableTime,
        tested_at: nullableTime,
        test_error: Type.Union([Type.String(), Type.Null()], {
          description: "Why the last test failed. Null: it succeeded, or none ran with the present settings.",
        }),
      },
      { description: "The relay's health as the workers see it." },
    ),
    created_at: timestamp,
    updated_at: timestamp,
  },
  { examples: [EXAMPLE] },
);

export const relayParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const relaysResponse = Type.Object(
  { relays: Type.Array(relay, { description: "Sorted by creation time." }) },
  { examples: [{ relays: [EXAMPLE] }] },
);

const settings = {
  name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: "Shown in rules and events." }),
  url: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description:
      "`smtp://user@host:587` (STARTTLS, required when there is a password), `smtps://user@host:465`, or `ses://access-key-id@region` for Amazon SES. Options: `?tls=required`, `?tls=none` and `?insecure=1` as in SMTP_RELAY_URL; `?configuration_set=` for SES.",
  }),
  password: Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), Type.Null()], {
    description:
      "Password or secret access key. It may also be part of the URL. It is stored sealed and never shown. Required again when the URL's user or host changes.",
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
    ...CLOSED,
    examples: [{ name: "mailgun-eu", url: "smtp://user@smtp.example.com:587", password: "secret" }],
  },
);
export type CreateRelayRequest = Static<typeof createRelayRequest>;

export const changeRelayRequest = Type.Partial(Type.Object(settings), {
  ...CLOSED,
  examples: [{ enabled: false }],
});
export type ChangeRelayRequest = Static<typeof changeRelayRequest>;

export const testResponse = Type.Object(
  {
    ok: Type.Boolean(),
    step: Type.Union([Type.String(), Type.Null()], {
      description: "The failed step: connect, greeting, ehlo, starttls, tls or auth. Null on success.",
    }),
    message: Type.String({ description: "The result in words, with the next step after a failure." }),
    transcript: Type.Union([Type.String(), Type.Null()], {
      description: "The SMTP session, without passwords.",
    }),
  },
  {
    examples: [
      {
        ok: true,
        step: null,
        message: "smtp.example.com:587 responds and accepts the user name and password.",
        transcript: null,
      },
    ],
  },
);
