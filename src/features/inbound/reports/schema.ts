import { type Static, Type } from "typebox";
import { listQuery, pagination } from "../../../platform/http/index.ts";

const kind = Type.Union([Type.Literal("dmarc"), Type.Literal("tls")], {
  description:
    "`dmarc`: who sent mail in the domain's name (RFC 7489). `tls`: how mail to it was encrypted (RFC 8460).",
});

export const reportParams = Type.Object({
  domain: Type.String({ maxLength: 300, description: "Its name.", examples: ["example.com"] }),
});

export const listReportsQuery = Type.Object(
  { ...listQuery.properties, kind: Type.Optional(kind) },
  { additionalProperties: false },
);
export type ListReportsQuery = Static<typeof listReportsQuery>;

const reportDay = Type.Object({
  day: Type.String({ format: "date", description: "UTC." }),
  kind,
  source: Type.String({
    description:
      "The address that sent (`dmarc`), or the policy that applied (`tls`); `others` for the rest of many.",
  }),
  messages: Type.Integer({ description: "Messages (`dmarc`) or sessions (`tls`)." }),
  passed: Type.Integer({
    description: "With an aligned DKIM signature or SPF (`dmarc`), or encrypted as the policy wants (`tls`).",
  }),
  dkim_passed: Type.Integer(),
  spf_passed: Type.Integer(),
  quarantined: Type.Integer(),
  rejected: Type.Integer(),
  failure: Type.Union([Type.String(), Type.Null()], {
    description: "Of `tls`: the commonest failure that was reported last.",
  }),
});

export const listReportsResponse = Type.Object({ days: Type.Array(reportDay), pagination });
