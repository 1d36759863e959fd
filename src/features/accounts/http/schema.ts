import { type Static, Type } from "typebox";
import { CLOSED, timestamp } from "../../../platform/http/index.ts";
import { ROLES } from "../../sessions/index.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../passwords/read-password.ts";
import { MAX_NAME_LENGTH } from "../read-name.ts";

/** RFC 5321 §4.5.3.1: a path has at most 256 octets, brackets included. The rest allows for spaces typed into a form. */
const email = Type.String({ minLength: 1, maxLength: 320, examples: ["ada@example.com"] });
const name = Type.String({ maxLength: MAX_NAME_LENGTH, examples: ["Ada Lovelace"] });
/** An existing password has no length limit here; only a new one is validated. */
export const knownPassword = Type.String({ minLength: 1, maxLength: 4 * MAX_PASSWORD_LENGTH });
const newPassword = Type.String({
  description: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters of any kind.`,
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  examples: ["correct horse battery staple"],
});
/** With spaces, as people type it. */
const CODE = { minLength: 1, maxLength: 50, examples: ["492039"] };
export const code = Type.String({
  description: "The six digits that the user's authenticator app shows, or a recovery code.",
  ...CODE,
});
export const appCode = Type.String({
  description: "The six digits that the authenticator app shows.",
  ...CODE,
});

export const authRequest = Type.Union(
  [
    Type.Object(
      { action: Type.Literal("signup"), email, password: newPassword, name: Type.Optional(name) },
      { ...CLOSED, title: "Sign up" },
    ),
    Type.Object(
      { action: Type.Literal("login"), email, password: knownPassword, code: Type.Optional(code) },
      { ...CLOSED, title: "Sign in" },
    ),
    Type.Object({ action: Type.Literal("logout") }, { ...CLOSED, title: "Sign out" }),
    Type.Object(
      { action: Type.Literal("change_password"), current_password: knownPassword, new_password: newPassword },
      { ...CLOSED, title: "Change the password" },
    ),
  ],
  { examples: [{ action: "login", email: "ada@example.com", password: "correct horse battery staple" }] },
);
export type AuthRequest = Static<typeof authRequest>;

const user = Type.Object({ email: Type.String(), name: Type.Union([Type.String(), Type.Null()]) });
const mustChangePassword = Type.Optional(
  Type.Literal(true, {
    description:
      "Present only until the user has changed the first password; all other operations are refused until then.",
  }),
);

export const authResponse = Type.Object(
  {
    success: Type.Literal(true),
    user: Type.Optional(user),
    must_change_password: mustChangePassword,
  },
  { examples: [{ success: true, user: { email: "ada@example.com", name: null } }] },
);

export const signOutResponse = Type.Object(
  { success: Type.Literal(true) },
  { examples: [{ success: true }] },
);

export const checkQuery = Type.Object({
  include: Type.Optional(Type.String({ description: "`account` adds the account of the session." })),
});

export const checkResponse = Type.Object(
  {
    authenticated: Type.Boolean(),
    user: Type.Union([user, Type.Null()]),
    account: Type.Optional(
      Type.Union(
        [Type.Object({ id: Type.String({ format: "uuid" }), role: Type.Enum(ROLES) }), Type.Null()],
        {
          description:
            "With `include=account`: the account in which the session works, and the role of the user in it.",
        },
      ),
    ),
    must_change_password: mustChangePassword,
  },
  {
    examples: [{ authenticated: true, user: { email: "ada@example.com", name: "Ada" } }],
  },
);

export const instanceResponse = Type.Object({
  signups: Type.Union([Type.Literal("open"), Type.Literal("closed")], {
    description: "Whether people may register.",
  }),
});

const onUncertain = Type.Union(
  [
    Type.Literal("retry", { description: "Retry it. The recipient may get a second copy." }),
    Type.Literal("hold", { description: "Hold it until a person decides." }),
  ],
  { description: "How to treat mail whose delivery is uncertain. An email can override this." },
);

export const settingsResponse = Type.Object({
  account: Type.Object({
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    default_from: Type.Union([Type.String(), Type.Null()]),
    retention_days: Type.Integer({
      description: "Days that bodies and attachments are kept after they were last needed.",
    }),
    event_retention_days: Type.Union([Type.Integer(), Type.Null()], {
      description: "The number of days for which events are kept. Null: as long as the account exists.",
    }),
    on_uncertain: onUncertain,
    retry_seconds: Type.Union([Type.Array(Type.Integer()), Type.Null()], {
      description: "Delays between attempts, in seconds; the last one repeats. Null: the default schedule.",
    }),
    expire_after_seconds: Type.Integer({
      description: "How long mail is retried before it expires, in seconds.",
    }),
    created_at: timestamp,
  }),
  user,
  role: Type.Enum(ROLES, { description: "The role of the user in the account." }),
  operator: Type.Boolean({ description: "Whether the user is an operator of the instance." }),
  delivery: Type.Object({
    mode: Type.Union([Type.Literal("capture"), Type.Literal("relay"), Type.Literal("direct")]),
    relay_host: Type.Union([Type.String(), Type.Null()]),
    release_relay: Type.Union([Type.String(), Type.Null()], {
      description:
        "The name of the relay through which the user can release captured mail in test mode. Null: the user cannot, or the instance is live.",
    }),
  }),
  smtp: Type.Object(
    {
      host: Type.String(),
      port: Type.Union([Type.Integer(), Type.Null()], { description: "With STARTTLS." }),
      tls_port: Type.Union([Type.Integer(), Type.Null()], { description: "Port with implicit TLS." }),
      enabled: Type.Boolean(),
    },
    {
      description:
        "Where programs submit mail by SMTP, as configured. A port is null if the operating system chooses it.",
    },
  ),
  base_url: Type.String(),
  version: Type.String(),
});

export const settingsRequest = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH, description: "Name of the account." })),
    default_from: Type.Optional(
      Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
        description: "Sender of emails without a `from`: `a@b.c` or `Name <a@b.c>`.",
      }),
    ),
    retention_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3_650,
        description:
          "Days that bodies and attachments are kept after they were last needed, plus four days for retries: 1 to 3,650. Mail that is not finished keeps its content: it is still retried, or it is uncertain and waits for your decision. Removed content cannot be restored.",
      }),
    ),
    event_retention_days: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()], {
        description:
          "The number of days for which events are kept: those of emails, of opens and clicks, and of the account. Removed events cannot be restored, and a webhook that has not received them by then misses them. Null: as long as the account exists.",
      }),
    ),
    on_uncertain: Type.Optional(onUncertain),
    retry_seconds: Type.Optional(
      Type.Union(
        [
          Type.Array(Type.Integer({ minimum: 30, maximum: 86_400 }), { minItems: 1, maxItems: 20 }),
          Type.Null(),
        ],
        {
          description:
            "Delays between attempts, in seconds. Each is between 30 seconds and a day, and at least as long as the one before. The last delay repeats. Null: the default schedule, from a minute to four hours.",
        },
      ),
    ),
    expire_after_seconds: Type.Optional(
      Type.Integer({
        minimum: 300,
        maximum: 2_592_000,
        description:
          "How long mail accepted from now on is retried before it expires: five minutes to 30 days.",
      }),
    ),
    user_name: Type.Optional(Type.Union([name, Type.Null()])),
  },
  { ...CLOSED, examples: [{ default_from: "Ada <ada@example.com>" }] },
);
