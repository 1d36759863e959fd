import { type Static, Type } from "typebox";
import { listQuery, pagination } from "../../../platform/http/index.ts";

const kind = Type.Union([Type.Literal("dmarc"), Type.Literal("tls")], {
  description:
    "`dmarc`: mail sent in the domain's name (RFC 7489). `tls`: encryption of mail sent to the domain (RFC 8460).",
});

export const reportParams = Type.Object({
  domain: Type.String({ maxLength: 300, description: "The domain's name.", examples: ["example.com"] }),
});

export const listReportsQuery = Type.Object(
  { ...listQuery.properties, kind: Type.Optional(kind) },
  { additionalProperties: false },
);
export type ListReportsQuery = Static<typeof listReportsQuery>;

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
const day = (description: string) =>
  Type.Optional(Type.String({ format: "date", description, examples: ["2026-11-01"] }));

export const listSourcesQuery = Type.Object(
  {
    from: day("The first day, in UTC. Default: 29 days ago."),
    to: day("The last day, in UTC. Default: today."),
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

export const listReportsResponse = Type.Object({ days: Type.Array(reportDay), pagination });
