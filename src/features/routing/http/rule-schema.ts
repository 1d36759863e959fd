import { type Static, Type } from "typebox";
import { CLOSED, orNull, timestamp } from "../../../platform/http/index.ts";

const id = Type.String({ format: "uuid" });
const domain = { minLength: 1, maxLength: 260 };

const match = Type.Object(
  {
    from_domain: Type.Optional(
      orNull(Type.String(domain), "Domain of the sender. `*.example.com` matches all subdomains."),
    ),
    tag: Type.Optional(
      orNull(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 256 }),
            value: Type.Optional(
              orNull(Type.String({ maxLength: 256 }), "Null or absent matches any value."),
            ),
          },
          CLOSED,
        ),
        "A tag of the email.",
      ),
    ),
    stream: Type.Optional(
      orNull(
        Type.Union([Type.Literal("transactional"), Type.Literal("bulk")]),
        "`bulk` matches mail that was sent with `stream: bulk`.",
      ),
    ),
    recipient_domain: Type.Optional(
      orNull(Type.String(domain), "Domain of the recipient. `*.example.com` matches all subdomains."),
    ),
    account_id: Type.Optional(
      orNull(
        Type.String({ minLength: 1, maxLength: 100 }),
        "Only in the instance's rules: matches mail of this account.",
      ),
    ),
  },
  {
    ...CLOSED,
    description:
      "The rule applies to mail that meets every condition. A condition that is null or absent is not checked.",
  },
);
export type MatchInput = Static<typeof match>;

const matchView = Type.Object({
  from_domain: Type.Union([Type.String(), Type.Null()]),
  tag: Type.Union([
    Type.Object({ name: Type.String(), value: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  stream: Type.Union([Type.Literal("transactional"), Type.Literal("bulk"), Type.Null()]),
  recipient_domain: Type.Union([Type.String(), Type.Null()]),
  account_id: Type.Union([Type.String(), Type.Null()]),
});

const action = Type.Union([Type.Literal("direct"), Type.Literal("relay"), Type.Literal("hold")], {
  description:
    "`relay`: sends through the relays in `relay_ids`. `direct`: delivers to the recipients' servers. `hold`: sends nothing; the mail is checked again every hour until it expires.",
});
const relayIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 10,
  description: "The relays for the action `relay`.",
});
const spread = Type.Union([Type.Literal("order"), Type.Literal("weight")], {
  description:
    "`order`: uses the first relay, and the next ones as fallbacks. `weight`: distributes mail by the relays' weights, with the others as fallbacks.",
});
const poolId = orNull(
  Type.String({ minLength: 1, maxLength: 100 }),
  "Only in the instance's rules, for the action `direct`: the pool of addresses to send from.",
);
const position = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: "Rules are evaluated from position 1.",
});

const EXAMPLE = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8358",
  position: 1,
  name: "newsletters",
  enabled: true,
  match: { from_domain: null, tag: null, stream: "bulk" as const, recipient_domain: null, account_id: null },
  action: "relay" as const,
  relay_ids: ["01a1fc0b-98e9-73b7-b9fd-726d62cf8357"],
  spread: "order" as const,
  pool_id: null,
  summary: "rule 1 “newsletters” sends bulk mail by relay mailgun-eu",
  created_at: "2026-11-21T08:30:00.000Z",
  updated_at: "2026-11-21T08:30:00.000Z",
};

export const rule = Type.Object(
  {
    id,
    position,
    name: Type.String(),
    enabled: Type.Boolean(),
    match: matchView,
    action,
    relay_ids: Type.Array(id),
    spread,
    pool_id: Type.Union([id, Type.Null()]),
    summary: Type.String({
      description: "The rule in words, as shown with the emails that it applies to.",
    }),
    created_at: timestamp,
    updated_at: timestamp,
  },
  { examples: [EXAMPLE] },
);

export const ruleParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const rulesResponse = Type.Object(
  {
    rules: Type.Array(rule, { description: "Rules in order. The first that matches an email decides." }),
    default_route: Type.String({ description: "Describes what happens to mail that no rule matches." }),
  },
  {
    examples: [
      {
        rules: [EXAMPLE],
        default_route:
          "The instance's rules apply next. If none matches: Mail goes directly to the servers of its recipients.",
      },
    ],
  },
);

const name = Type.String({
  minLength: 1,
  maxLength: 60,
  description: "Shown with the emails that the rule applies to.",
});
const enabled = Type.Boolean();

export const createRuleRequest = Type.Object(
  {
    name,
    enabled: Type.Optional(enabled),
    position: Type.Optional(position),
    match: Type.Optional(match),
    action,
    relay_ids: Type.Optional(relayIds),
    spread: Type.Optional(spread),
    pool_id: Type.Optional(poolId),
  },
  {
    ...CLOSED,
    examples: [{ name: "newsletters", match: { stream: "bulk" }, action: "hold" }],
  },
);
export type CreateRuleRequest = Static<typeof createRuleRequest>;

export const changeRuleRequest = Type.Partial(
  Type.Object({ name, enabled, position, match, action, relay_ids: relayIds, spread, pool_id: poolId }),
  { ...CLOSED, examples: [{ position: 1 }] },
);
export type ChangeRuleRequest = Static<typeof changeRuleRequest>;
