import { type Static, Type } from "typebox";
import { timestamp } from "../../../platform/http/index.ts";

const closed = { additionalProperties: false };
const id = Type.String({ format: "uuid" });
const domain = { minLength: 1, maxLength: 260 };

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const match = Type.Object(
  {
    from_domain: Type.Optional(
      nullable(Type.String(domain), "Domain of the sender; `*.example.com` is the domains below it."),
    ),
    tag: Type.Optional(
      nullable(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 256 }),
            value: Type.Optional(nullable(Type.String({ maxLength: 256 }), "Null or absent: any value.")),
          },
          closed,
        ),
        "A tag of the email.",
      ),
    ),
    stream: Type.Optional(
      nullable(
        Type.Union([Type.Literal("transactional"), Type.Literal("bulk")]),
        "`bulk` is mail that was sent with `stream: bulk`.",
      ),
    ),
    recipient_domain: Type.Optional(
      nullable(Type.String(domain), "Domain of the recipient; `*.example.com` is the domains below it."),
    ),
    account_id: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 100 }),
        "For the instance's rules: mail of this account.",
      ),
    ),
  },
  { ...closed, description: "All of it must hold; null or absent is no condition." },
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
    "`relay`: by the relays of `relay_ids`. `direct`: to the servers of the recipients. `hold`: nowhere, looked at again each hour, until the mail expires.",
});
const relayIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 10,
  description: "Relays, for the action `relay`.",
});
const spread = Type.Union([Type.Literal("order"), Type.Literal("weight")], {
  description:
    "`order`: the first, and the others when it cannot be used. `weight`: each gets its part, and the others stand in.",
});
const poolId = nullable(
  Type.String({ minLength: 1, maxLength: 100 }),
  "For the instance's rules and the action `direct`: the addresses to send from.",
);
const position = Type.Integer({ minimum: 1, maximum: 1_000, description: "1 is looked at first." });

const example = {
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
      description: "What it does, as it stands with the emails that it decides about.",
    }),
    created_at: timestamp,
    updated_at: timestamp,
  },
  { examples: [example] },
);

export const ruleParams = Type.Object({ id: Type.String({ maxLength: 100 }) });

export const rulesResponse = Type.Object(
  {
    rules: Type.Array(rule, { description: "In their order. The first that fits an email decides." }),
    otherwise: Type.String({ description: "What happens to mail that no rule fits." }),
  },
  { examples: [{ rules: [example], otherwise: "The rules of the instance decide, else its settings." }] },
);

const name = Type.String({
  minLength: 1,
  maxLength: 60,
  description: "Stands with the emails that it decides about.",
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
    ...closed,
    examples: [{ name: "newsletters", match: { stream: "bulk" }, action: "hold" }],
  },
);
export type CreateRuleRequest = Static<typeof createRuleRequest>;

export const changeRuleRequest = Type.Partial(
  Type.Object({ name, enabled, position, match, action, relay_ids: relayIds, spread, pool_id: poolId }),
  { ...closed, examples: [{ position: 1 }] },
);
export type ChangeRuleRequest = Static<typeof changeRuleRequest>;
