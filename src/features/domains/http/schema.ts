import { type Static, Type } from "typebox";
import { listQuery, orNull, pagination, timestamp } from "../../../platform/http/index.ts";
import { DOMAIN_EVENT_TYPES } from "../events/queries.ts";

function oneOf<const T extends string>(values: readonly T[], description?: string) {
  return Type.Unsafe<T>(Type.String({ enum: [...values], ...(description && { description }) }));
}

const rotateEveryDays = Type.Union([Type.Integer({ minimum: 30, maximum: 730 }), Type.Null()], {
  description:
    "Rotates the DKIM keys automatically after this number of days, once the standby keys are in the DNS. Null, the default: only when you request it.",
});

const trackingHost = Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
  description:
    "The subdomain for tracked links in your mail. It is used once requests to it reach this server over https. Null: tracked links use the host of this server.",
});

export const domainInput = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 300,
      description: "The part of your From addresses after the @. Add subdomains separately.",
    }),
    return_path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Subdomain that receives bounces. Default: bounce.",
      }),
    ),
    tracking_host: Type.Optional(trackingHost),
    rotate_every_days: Type.Optional(rotateEveryDays),
  },
  { additionalProperties: false, examples: [{ name: "example.com" }] },
);

export const domainChange = Type.Object(
  { rotate_every_days: Type.Optional(rotateEveryDays), tracking_host: Type.Optional(trackingHost) },
  { additionalProperties: false, examples: [{ rotate_every_days: 180 }] },
);

export const domainParams = Type.Object({
  domain: Type.String({ maxLength: 300, description: "The domain's name.", examples: ["example.com"] }),
});

export const DOMAIN_STATUSES = ["pending", "verified", "degraded", "lost"] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

const summaryFields = {
  name: Type.String({ description: "The name in lower case; international names as A-labels (`xn--…`)." }),
  status: oneOf(
    DOMAIN_STATUSES,
    "`pending`: not verified yet. `verified`: all required records are in place. `degraded`: verified, but a required record is missing or wrong. A domain is lost three days after its token disappears from the DNS. `lost`: no longer verified; verify it again to get it back.",
  ),
  verified_by: orNull(
    oneOf(["dns", "operator"]),
    "`dns`: by the verification record in the DNS. `operator`: allowed by the operator of this server, without a record.",
  ),
  verified_at: orNull(timestamp),
  lost_because: orNull(
    oneOf(["token_missing", "proven_by_another_account"]),
    "`token_missing`: the verification record was missing from the DNS for three days. `proven_by_another_account`: another account verified the domain. Null when the domain is not lost.",
  ),
  signs: Type.Array(oneOf(["rsa", "ed25519"]), {
    description:
      "The DKIM signatures on mail from the domain: one for each active key that is in the DNS. If empty, mail is sent unsigned.",
  }),
  records_ok: Type.Integer(),
  records_total: Type.Integer(),
  warnings: Type.Array(Type.String(), {
    description: "Other problems that can prevent delivery of the domain's mail.",
  }),
  created_at: timestamp,
  checked_at: orNull(timestamp),
  next_check_at: timestamp,
};

const record = Type.Object({
  id: Type.String({ examples: ["dkim_rsa_1"] }),
  purpose: oneOf([
    "ownership",
    "dkim_active",
    "dkim_waiting",
    "dkim_retired",
    "return_path",
    "spf",
    "dmarc",
    "tls_reports",
    "tracking",
  ]),
  type: oneOf(["TXT", "MX", "CNAME"]),
  name: Type.String(),
  value: Type.String({
    description:
      "The value to publish. If an SPF, DMARC or TLS reporting record exists, this is that record with the missing parts added; replace the existing one. MX values include the preference.",
  }),
  need: oneOf(["required", "recommended", "optional"]),
  meaning: Type.String({ description: "The record's purpose." }),
  status: oneOf(
    ["pending", "ok", "wrong", "missing"],
    "`pending`: the DNS has not been checked yet, or could not be reached.",
  ),
  found: Type.Array(Type.String(), { description: "The values found in the DNS." }),
  problem: orNull(
    Type.String(),
    "The problem and the next step. For an `ok` record, a possible improvement. Null when there is nothing to do.",
  ),
});

export const domainDetail = Type.Object({
  ...summaryFields,
  return_path: Type.String({ examples: ["bounce.example.com"] }),
  tracking_host: orNull(Type.String()),
  rotate_every_days: orNull(Type.Integer()),
  rotated_at: orNull(timestamp),
  retired_keys_until: orNull(
    timestamp,
    "The time until which the keys from before the last rotation are kept.",
  ),
  rotation_due_at: orNull(
    timestamp,
    "The time of the next automatic rotation. If it is in the past, the rotation is waiting for the reason in `rotation_blocked_by`. Null without automatic rotation.",
  ),
  rotation_blocked_by: orNull(
    Type.String(),
    "The reason why the keys cannot be rotated now, with the missing DNS records. Null when they can.",
  ),
  records: Type.Array(record),
});

export const dnsHost = Type.Object(
  {
    zone: Type.String({
      description: "The zone that holds the records. Names of records may be entered relative to it.",
    }),
    name_servers: Type.Array(Type.String()),
    provider: orNull(
      Type.Object({
        name: Type.String(),
        url: Type.String({ description: "The page on which records are edited." }),
      }),
      "The company of the name servers. Null: unknown.",
    ),
  },
  {
    examples: [
      {
        zone: "example.com",
        name_servers: ["ada.ns.cloudflare.com"],
        provider: { name: "Cloudflare", url: "https://dash.cloudflare.com/?to=/:account/example.com/dns" },
      },
    ],
  },
);

const filters = {
  search: Type.Optional(
    Type.String({ maxLength: 200, description: "Only domains whose name contains this text." }),
  ),
  status: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "One or several statuses, separated by commas.",
      examples: ["degraded,lost"],
    }),
  ),
};

export const exportDomainsQuery = Type.Object(filters, { additionalProperties: false });
export type DomainFilterQuery = Static<typeof exportDomainsQuery>;

export const listDomainsQuery = Type.Object(
  { ...listQuery.properties, ...filters },
  { additionalProperties: false },
);

export type ListDomainsQuery = Static<typeof listDomainsQuery>;

export const listDomainsResponse = Type.Object({
  domains: Type.Array(Type.Object(summaryFields)),
  pagination,
});

export const listDomainEventsQuery = Type.Object(listQuery.properties, { additionalProperties: false });

export const listDomainEventsResponse = Type.Object({
  events: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid" }),
      created_at: timestamp,
      type: oneOf(DOMAIN_EVENT_TYPES),
      detail: Type.Record(Type.String(), Type.Unknown(), {
        description:
          "`record.ok`, `record.broken`: the `record`, its `name` and the `problem`. `domain.verified`, `keys.rotated`: `by`, the cause. `domain.lost`: the `reason`, `token_missing` or `proven_by_another_account`.",
      }),
    }),
  ),
  pagination,
});
