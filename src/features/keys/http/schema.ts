import { type Static, Type } from "typebox";
import { CLOSED, orNull, timestamp } from "../../../platform/http/index.ts";
import { MAX_NAME_LENGTH } from "../../accounts/index.ts";

/** More entries than a person can keep track of in a form. */
const MAX_LISTED = 100;

const name = Type.String({ maxLength: MAX_NAME_LENGTH, examples: ["Billing service"] });
const permission = Type.Union([Type.Literal("full"), Type.Literal("send"), Type.Literal("read")], {
  description: "`full`: everything. `send`: only sending, including dry runs. `read`: only GET requests.",
});
const fromDomains = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
  minItems: 1,
  maxItems: MAX_LISTED,
  description:
    "Domains that the key may send from. A subdomain must be listed itself. Null: all domains that the account may send from.",
  examples: [["example.com"]],
});
const networks = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: MAX_LISTED,
  description:
    "Client networks that the key may be used from: IPv4 and IPv6 addresses or CIDR networks. Null: from anywhere.",
  examples: [["203.0.113.0/24", "2001:db8::/32"]],
});
const expiresAt = Type.String({
  format: "date-time",
  maxLength: 40,
  description: "When the key expires, in the future. Null: never.",
  examples: ["2027-11-21T08:30:00.000Z"],
});
const dailyLimit = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: "Recipients per UTC day that the key may send to. Null: no limit of its own.",
});

const longLines = Type.Union([Type.Literal("re-encode"), Type.Literal("refuse")], {
  description:
    "How SMTP submission treats lines over 998 octets, which mail servers need not accept. `re-encode`: encode the part with such lines as quoted-printable or base64, so that its content stays the same; refuse signed mail. `refuse`: always reply 550.",
});

const limitInputs = {
  permission: Type.Optional(permission),
  from_domains: Type.Optional(orNull(fromDomains)),
  networks: Type.Optional(orNull(networks)),
  expires_at: Type.Optional(orNull(expiresAt)),
  daily_limit: Type.Optional(orNull(dailyLimit)),
  long_lines: Type.Optional(longLines),
};

export const KEY_STATUSES = ["active", "expired", "paused"] as const;

const prefix = Type.String({
  description: "The start of the key's newest secret. It identifies the key and reveals nothing.",
  examples: ["ph_x4Kq81Zd"],
});

const keyFields = {
  id: Type.Integer(),
  name: Type.String(),
  prefix,
  last_four: Type.Union([Type.String(), Type.Null()], {
    description: "The end of the key's newest secret; null for keys older than this field.",
  }),
  status: Type.Unsafe<(typeof KEY_STATUSES)[number]>(
    Type.Union(KEY_STATUSES.map((name) => Type.Literal(name))),
  ),
  paused_at: Type.Union([timestamp, Type.Null()], {
    description:
      "When the key was paused, because it suddenly sent far more than before, or too much of its mail bounced. Null: it is not paused.",
  }),
  paused_reason: orNull(
    Type.String({
      description: "The reason for the pause, as a sentence.",
      examples: [
        "It sent to 30,000 recipients within an hour. In the 14 days before, its busiest hour had 1,200.",
      ],
    }),
  ),
  permission,
  from_domains: orNull(Type.Array(Type.String())),
  networks: orNull(Type.Array(Type.String())),
  expires_at: orNull(timestamp),
  daily_limit: orNull(Type.Integer()),
  long_lines: longLines,
  created_at: timestamp,
  last_used: orNull(timestamp),
  old_secret_expires_at: Type.Union([timestamp, Type.Null()], {
    description: "After a rotation: when the previous secret stops working. Null: only one secret works.",
  }),
};
const wholeKey = Type.String({ description: "The whole key. It is returned only once." });

export const keyResponse = Type.Object(keyFields);
export type KeyView = Static<typeof keyResponse>;
export const keysResponse = Type.Object({ keys: Type.Array(keyResponse) });

export const exportKeysQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "Only keys whose name or start contains each of these words.",
      }),
    ),
    permission: Type.Optional(
      Type.String({ maxLength: 100, description: "One or several permissions, separated by commas." }),
    ),
    status: Type.Optional(
      Type.String({ maxLength: 100, description: "One or several statuses, separated by commas." }),
    ),
  },
  CLOSED,
);
export type ExportKeysQuery = Static<typeof exportKeysQuery>;

export const createKeyRequest = Type.Object(
  { name, ...limitInputs },
  {
    ...CLOSED,
    examples: [
      { name: "Billing service" },
      { name: "Shop", permission: "send", from_domains: ["example.com"] },
    ],
  },
);
export const createKeyResponse = Type.Object({ key: wholeKey, ...keyFields });

export const changeKeyRequest = Type.Object(
  { name: Type.Optional(name), ...limitInputs },
  { ...CLOSED, examples: [{ networks: ["203.0.113.0/24"], daily_limit: 1000 }] },
);

const DAY_SECONDS = 86_400;
export const DEFAULT_OVERLAP_SECONDS = DAY_SECONDS;
export const rotateKeyRequest = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7 * DAY_SECONDS,
        default: DEFAULT_OVERLAP_SECONDS,
        description:
          "How long previous secrets keep working at most, in seconds. 0: they stop working at once.",
      }),
    ),
  },
  { ...CLOSED, examples: [{ overlap_seconds: 3600 }] },
);

export const keyParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
