import { type Static, Type } from "typebox";
import { listQuery, orNull, pagination, timestamp } from "../../../platform/http/index.ts";

const kind = Type.Union([Type.Literal("dmarc"), Type.Literal("tls")], {
  description:
    "`dmarc`: mail sent in the domain's name (RFC 7489). `tls`: encryption of mail sent to the domain (RFC 8460).",
});

export const reportParams = Type.Object({
  domain: Type.String({ maxLength: 300, description: "The domain's name.", examples: ["example.com"] }),
});

const domainExists = Type.Boolean({
  description: "False: the domain was removed from the account.",
});

export const listReportDaysQuery = Type.Object(
  { ...listQuery.properties, kind: Type.Optional(kind) },
  { additionalProperties: false },
);
export type ListReportDaysQuery = Static<typeof listReportDaysQuery>;

const reportDay = Type.Object({
  day: Type.String({ format: "date", description: "The day in UTC." }),
  kind,
  source: Type.String({
    description:
      "The IP address that sent the mail (`dmarc`), or the policy that applied (`tls`). `others` adds up the sources beyond 500 per day.",
  }),
  messages: Type.Integer({ description: "Messages (`dmarc`) or sessions (`tls`)." }),
  passed: Type.Integer({
    description: "Passed DKIM or SPF in alignment (`dmarc`), or encrypted as the policy requires (`tls`).",
  }),
  dkim_passed: Type.Integer(),
  spf_passed: Type.Integer(),
  quarantined: Type.Integer(),
  rejected: Type.Integer(),
  failure: Type.Union([Type.String(), Type.Null()], {
    description: "`tls` only: the most frequent failure of the latest report with failures.",
  }),
});

const sums = {
  messages: Type.Integer(),
  passed: Type.Integer({ description: "Messages that passed DKIM or SPF in alignment." }),
  dkim_passed: Type.Integer(),
  spf_passed: Type.Integer(),
  quarantined: Type.Integer(),
  rejected: Type.Integer(),
};
// PostgreSQL has no year 0.
const day = (description: string) =>
  Type.Optional(
    Type.String({ format: "date", pattern: "^[12]\\d{3}-", description, examples: ["2026-11-01"] }),
  );

const days = {
  from: day("The first day, in UTC. Default: 29 days ago."),
  to: day("The last day, in UTC. Default: no limit."),
};

export const listSourcesQuery = Type.Object(
  {
    ...days,
    domain: Type.Optional(Type.String({ maxLength: 300, description: "Only reports about this domain." })),
  },
  { additionalProperties: false },
);

export const listSourcesResponse = Type.Object({
  totals: Type.Object(sums),
  sources: Type.Array(
    Type.Object({
      domain: Type.String(),
      source: Type.String({
        description:
          "The IP address that sent the mail. `others` is the sum of the sources beyond 500 per day.",
      }),
      ...sums,
    }),
    { description: "The 50 sources with the most messages, largest first." },
  ),
});

export const listReportDaysResponse = Type.Object({ days: Type.Array(reportDay), pagination });

export const listReportedDomainsQuery = Type.Object(days, { additionalProperties: false });
export type ListReportedDomainsQuery = Static<typeof listReportedDomainsQuery>;

export const listReportedDomainsResponse = Type.Object({
  domains: Type.Array(
    Type.Object({
      domain: Type.String(),
      domain_exists: domainExists,
      messages: Type.Integer({ description: "Messages in DMARC reports." }),
      passed: Type.Integer({ description: "Messages that passed DKIM or SPF in alignment." }),
      sources: Type.Integer({
        description: "IP addresses that sent messages, at most 500 per day.",
      }),
      sessions: Type.Integer({ description: "Sessions in TLS reports." }),
      failed_sessions: Type.Integer({
        description: "Sessions that were not encrypted as the policy requires.",
      }),
      last_report_at: orNull(
        timestamp,
        "When the last report arrived, also outside of the range. Null: none arrived in the last 90 days. Its sums may be older.",
      ),
    }),
    { description: "The 100 domains with the most messages and sessions, largest first." },
  ),
  has_more: Type.Boolean({ description: "There are more domains, with fewer messages and sessions." }),
});

const filters = {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the domain, the reporter or the report id, case-insensitive.",
    }),
  ),
  domain: Type.Optional(Type.String({ maxLength: 300, description: "Only reports about this domain." })),
  kind: Type.Optional(kind),
  reporter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Part of the reporter's name, case-insensitive.",
      examples: ["google.com"],
    }),
  ),
  after: Type.Optional(
    Type.String({ format: "date-time", description: "Only reports that arrived at this time or later." }),
  ),
  before: Type.Optional(
    Type.String({ format: "date-time", description: "Only reports that arrived before this time." }),
  ),
};

export const listReportsQuery = Type.Object(
  {
    ...listQuery.properties,
    ...filters,
    include: Type.Optional(
      Type.Literal("total", {
        description: "Also count the matching reports: `pagination.total`, up to 10,000.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListReportsQuery = Static<typeof listReportsQuery>;

export const exportReportsQuery = Type.Object(filters, { additionalProperties: false });
export type ReportFilterQuery = Static<typeof exportReportsQuery>;

const report = Type.Object({
  received_at: timestamp,
  domain: Type.String(),
  domain_exists: domainExists,
  kind,
  reporter: Type.String({
    description: "The organization that sent the report, as it names itself.",
    examples: ["google.com"],
  }),
  report_id: Type.String({ description: "The reporter's id of the report." }),
  day: orNull(
    Type.String({ format: "date" }),
    "The day in UTC. Null, like the figures, if the report arrived before Posthouse stored them.",
  ),
  messages: orNull(Type.Integer(), "Messages (`dmarc`) or sessions (`tls`)."),
  passed: orNull(
    Type.Integer(),
    "Passed DKIM or SPF in alignment (`dmarc`), or encrypted as the policy requires (`tls`).",
  ),
});
export type ReportView = Static<typeof report>;

export const listReportsResponse = Type.Object({ reports: Type.Array(report), pagination });
