/** Messages with reports, as reporters send them. */
import { gzipSync } from "node:zlib";
import { readReport } from "../../../mail/report/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { findReportAccount } from "../../domains/index.ts";
import type { Outcome } from "../outcome.ts";
import { storeReport } from "./store-report.ts";

const DAY_MS = 86_400_000;

/** The day that reporters report about. */
export function startOfYesterday(): Date {
  return new Date(Math.floor(Date.now() / DAY_MS - 1) * DAY_MS);
}

type Row = { ip: string; count: number; dkim?: string; spf?: string; disposition?: string };

/** RFC 7489 appendix C, packed as reporters send it (§7.2.1.1). */
export function dmarc({
  domain = "ours.test",
  id = newId(),
  rows,
  begin = startOfYesterday(),
  reporter = "reporter.test",
}: {
  domain?: string;
  id?: string;
  rows: Row[];
  begin?: Date;
  reporter?: string;
}) {
  const seconds = begin.getTime() / 1_000;
  const records = rows.map(
    ({ ip, count, dkim = "pass", spf = "pass", disposition = "none" }) =>
      `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row><identifiers><header_from>${domain}</header_from></identifiers><auth_results><spf><domain>${domain}</domain><result>${spf}</result></spf></auth_results></record>`,
  );
  return attached({
    type: "application/gzip",
    name: `reporter.test!${domain}!${seconds}!${seconds + 86_399}.xml.gz`,
    bytes: gzipSync(
      `<?xml version="1.0"?><feedback><report_metadata><org_name>${reporter}</org_name><email>dmarc@reporter.test</email><report_id>${id}</report_id><date_range><begin>${seconds}</begin><end>${seconds + 86_399}</end></date_range></report_metadata><policy_published><domain>${domain}</domain><p>none</p></policy_published>${records.join("")}</feedback>`,
    ),
  });
}

/** RFC 8460 §4. */
export function tls({
  domain = "ours.test",
  failures,
  reportId = newId(),
  begins = startOfYesterday(),
  ends = new Date(begins.getTime() + DAY_MS - 1_000),
  reporter = "reporter.test",
}: {
  domain?: string;
  failures: number;
  reportId?: string;
  begins?: Date;
  ends?: Date;
  reporter?: string;
}) {
  const report = {
    "organization-name": reporter,
    "date-range": {
      "start-datetime": begins.toISOString(),
      "end-datetime": ends.toISOString(),
    },
    "report-id": reportId,
    policies: [
      {
        policy: { "policy-type": "sts", "policy-domain": domain },
        summary: { "total-successful-session-count": 90, "total-failure-session-count": failures },
        "failure-details": [{ "result-type": "certificate-expired", "failed-session-count": failures }],
      },
    ],
  };
  return attached({
    type: "application/tlsrpt+gzip",
    name: "report.json.gz",
    bytes: gzipSync(JSON.stringify(report)),
  });
}

function attached({ type, name, bytes }: { type: string; name: string; bytes: Buffer }): Buffer {
  return Buffer.from(
    `From: dmarc@reporter.test\r\nSubject: Report domain: ours.test\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${bytes.toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n`,
  );
}

/** Stores the report of a message for the account that has verified its domain. */
export async function storeMail(
  database: Database,
  message: Buffer,
  { host = "bounce.ours.test", inboundId = newId() } = {},
): Promise<Outcome> {
  const report = readReport(message);
  if (report.kind !== "dmarc" && report.kind !== "tls-rpt")
    throw new Error(`not a report but ${report.kind}`);
  return await database.db.transaction().execute((db) =>
    storeReport(db, {
      report,
      host,
      inboundId,
      findReportAccount: (query) => findReportAccount(database, query),
    }),
  );
}
