import { Type } from "typebox";
import { timestamp } from "../../../platform/http/index.ts";
import type { AddressDetail, AgentDetail } from "../settings/queries.ts";

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>(Type.String({ enum: [...values], description }));
const opens = Type.Boolean({
  description: "Whether opens are tracked with an invisible image. Many mail clients load it automatically.",
});
const clicks = Type.Boolean({ description: "Whether clicks on links are tracked." });
const address = oneOf<AddressDetail>(
  ["full", "network", "none"],
  "How much of a reader's IP address is stored. `network`: the /24 of IPv4 or the /48 of IPv6.",
);
const agent = oneOf<AgentDetail>(
  ["full", "family", "none"],
  "How much of a reader's user agent is stored. `family`: the name of the program.",
);

export const trackingSettings = Type.Object(
  {
    opens,
    clicks,
    address,
    agent,
    links_stopped_at: Type.Union([timestamp, Type.Null()], {
      description:
        "The time at which an operator stopped the links of this account. Stopped links show an explanation and do not redirect. Null: the links work.",
    }),
  },
  {
    examples: [{ opens: false, clicks: true, address: "network", agent: "family", links_stopped_at: null }],
  },
);

export const trackingChange = Type.Partial(Type.Object({ opens, clicks, address, agent }), {
  additionalProperties: false,
  minProperties: 1,
  examples: [{ clicks: true }],
});

const inherited = (what: string) =>
  Type.Union([Type.Boolean(), Type.Null()], {
    description: `Whether ${what} are tracked in mail from the domain. Null: the account's setting applies.`,
  });

export const domainTracking = Type.Object({
  opens: inherited("opens"),
  clicks: inherited("clicks"),
  host: Type.Union([Type.String(), Type.Null()], {
    description: "The domain's own tracking host, or null. Set it with `PATCH /domains/{domain}`.",
  }),
  target: Type.String({ description: "The value for the CNAME record of the tracking host." }),
  host_status: oneOf(
    ["none", "pending", "verified", "broken"],
    "`none`: the domain has no tracking host. `pending`: not verified yet, or the domain is not verified. `verified`: a test request to it reached this server over https. `broken`: it was verified, and two checks in a row have failed. New mail uses only a verified host.",
  ),
  host_problem: Type.Union([Type.String(), Type.Null()], {
    description: "Why the host cannot be used, and what to do. Null: there is no problem.",
  }),
  links_host: Type.Union([Type.String(), Type.Null()], {
    description: "The origin of tracked links in new mail. Null: new mail is not tracked.",
  }),
  verified_at: Type.Union([timestamp, Type.Null()]),
  checked_at: Type.Union([timestamp, Type.Null()]),
});

export const domainTrackingChange = Type.Object(
  { opens: Type.Optional(inherited("opens")), clicks: Type.Optional(inherited("clicks")) },
  { additionalProperties: false, minProperties: 1, examples: [{ clicks: true }] },
);

export const domainParams = Type.Object({
  domain: Type.String({ maxLength: 300, description: "The domain's name.", examples: ["example.com"] }),
});

export const linksChange = Type.Object(
  { stopped: Type.Boolean() },
  { additionalProperties: false, examples: [{ stopped: true }] },
);
