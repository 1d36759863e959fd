import { type TSchema, Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import { domainEventTypes } from "../events/queries.ts";

function oneOf<const T extends string>(values: readonly T[], description?: string) {
  return Type.Unsafe<T>(Type.String({ enum: [...values], ...(description && { description }) }));
}
function orNull<T extends TSchema>(schema: T, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

const rotateEveryDays = Type.Union([Type.Integer({ minimum: 30, maximum: 730 }), Type.Null()], {
  description:
    "The DKIM keys are rotated by themselves after so many days, once the waiting ones are in the DNS. Null, the default: by you alone.",
});

export const domainInput = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 300,
      description: "What stands behind the @ of your From addresses. Subdomains are domains of their own.",
    }),
    return_path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Subdomain to which bounces come back. Default: bounce.",
      }),
    ),
    tracking_host: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
        description:
          "Subdomain for the links in your mail. Links are not tracked yet: it is kept and checked, and has no other use so far. Default: none.",
      }),
    ),
    rotate_every_days: Type.Optional(rotateEveryDays),
  },
  { additionalProperties: false, examples: [{ name: "example.com" }] },
);

export const domainChange = Type.Object(
  { rotate_every_days: Type.Optional(rotateEveryDays) },
  { additionalProperties: false, examples: [{ rotate_every_days: 180 }] },
);

export const domainParams = Type.Object({
  domain: Type.String({ maxLength: 300, description: "Its name.", examples: ["example.com"] }),
});

const summaryFields = {
  name: Type.String({ description: "As lower-case A-labels." }),
  status: oneOf(
    ["pending", "verified", "degraded", "lost"],
    "`pending`: not proven yet. `lost`: it was verified, and is not any more; proven again it is yours. `degraded`: verified, but a required record is missing or wrong now; without its token in the DNS a domain is lost after three days.",
  ),
  verified_by: orNull(
    oneOf(["dns", "operator"]),
    "`operator`: whoever runs this server allowed it, without proof in the DNS.",
  ),
  verified_at: orNull(timestamp),
  lost_because: orNull(
    oneOf(["proof_missing", "proven_by_another_account"]),
    "`proof_missing`: its token was not in the DNS for three days. Null: it is not lost.",
  ),
  signs: Type.Array(oneOf(["rsa", "ed25519"]), {
    description:
      "The DKIM signatures that mail from the domain carries: of those active keys that are in the DNS. Empty: it goes out unsigned.",
  }),
  records_ok: Type.Integer(),
  records_total: Type.Integer(),
  warnings: Type.Array(Type.String(), { description: "What else would keep its mail from arriving." }),
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
      "What should stand there. Where an SPF, DMARC or TLS reporting record stands already, that one with what is missing added, to replace it. Of an MX with its preference.",
  }),
  need: oneOf(["required", "recommended", "optional"]),
  meaning: Type.String({ description: "What it is for." }),
  status: oneOf(
    ["pending", "ok", "wrong", "missing"],
    "`pending`: the DNS has not been asked yet, or could not be.",
  ),
  found: Type.Array(Type.String(), { description: "What stands there." }),
  problem: orNull(
    Type.String(),
    "What is wrong or, of one that is `ok`, could be better, and what to do next.",
  ),
});

export const domainDetail = Type.Object({
  ...summaryFields,
  return_path: Type.String({ examples: ["bounce.example.com"] }),
  tracking_host: orNull(Type.String()),
  rotate_every_days: orNull(Type.Integer()),
  rotated_at: orNull(timestamp),
  retired_keys_until: orNull(timestamp, "Until when the keys of before the last rotation are kept."),
  rotation_due_at: orNull(
    timestamp,
    "When the keys rotate by themselves. Past: the rotation has waited since then for what `rotation_blocked_by` says. Null: they do not.",
  ),
  rotation_blocked_by: orNull(
    Type.String(),
    "Why the keys cannot be rotated now, and which DNS records are missing. Null: they can.",
  ),
  records: Type.Array(record),
});

export const listDomainsQuery = Type.Object(
  {
    ...listQuery.properties,
    search: Type.Optional(
      Type.String({ maxLength: 200, description: "Only domains whose name contains this." }),
    ),
  },
  { additionalProperties: false },
);

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
      type: oneOf(domainEventTypes),
      detail: Type.Record(Type.String(), Type.Unknown(), {
        description:
          "`record.ok`, `record.broken`: the `record`, its `name` and the `problem`. `domain.verified`, `keys.rotated`: `by` whom. `domain.lost`: the `reason`, `proof_missing` or `proven_by_another_account`.",
      }),
    }),
  ),
  pagination,
});
