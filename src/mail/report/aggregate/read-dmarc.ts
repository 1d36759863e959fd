import type { Mail } from "../message/read-parts.ts";
import type { DmarcReport, DmarcRow } from "../report.ts";
import { type Element, parseFeedback } from "./parse-feedback.ts";
import { attached } from "./unpack.ts";

const FORMAT = {
  types: /^(application\/(gzip|x-gzip|zip|x-zip-compressed|xml)|text\/xml)$/,
  names: /\.(xml|xml\.gz|gz|zip)\b/i,
};

/** The aggregate report in this message (RFC 7489 §7.2.1.1: attached, as XML, gz or zip), or null. */
export function readDmarc({ parts }: Mail): DmarcReport | null {
  for (const xml of attached(parts, FORMAT).filter(isFeedback)) {
    const report = readFeedback(xml);
    if (report) return report;
  }
  return null;
}

function isFeedback(xml: string): boolean {
  return /<(\w+:)?feedback[\s>]/.test(xml.slice(0, 2_000));
}

function readFeedback(xml: string): DmarcReport | null {
  const rows: DmarcRow[] = [];
  const feedback = parseFeedback(xml, (record) => rows.push(...readRow(record)));
  const metadata = child(feedback, "report_metadata");
  const policy = child(feedback, "policy_published");
  const range = child(metadata, "date_range");
  const domain = text(policy, "domain");
  const beginsAt = time(text(range, "begin"));
  const endsAt = time(text(range, "end"));
  if (domain === null || beginsAt === null || endsAt === null) return null;
  return {
    kind: "dmarc",
    reporter: text(metadata, "org_name") ?? "",
    reportId: text(metadata, "report_id") ?? "",
    email: text(metadata, "email"),
    beginsAt,
    endsAt,
    domain: domain.toLowerCase(),
    policy: text(policy, "p"),
    rows,
  };
}

function readRow(record: Element): DmarcRow[] {
  const row = child(record, "row");
  const evaluated = child(row, "policy_evaluated");
  const identifiers = child(record, "identifiers");
  const results = child(record, "auth_results");
  const sourceIp = text(row, "source_ip");
  if (sourceIp === null) return [];
  return [
    {
      sourceIp,
      count: Number(text(row, "count") ?? Number.NaN),
      disposition: text(evaluated, "disposition") ?? "none",
      dkimPassed: text(list(evaluated, "dkim")[0], null) === "pass",
      spfPassed: text(list(evaluated, "spf")[0], null) === "pass",
      headerFrom: text(identifiers, "header_from"),
      envelopeFrom: text(identifiers, "envelope_from"),
      dkim: list(results, "dkim").map((result) => ({
        domain: text(result, "domain") ?? "",
        selector: text(result, "selector"),
        result: text(result, "result") ?? "none",
      })),
      spf: list(results, "spf").map((result) => ({
        domain: text(result, "domain") ?? "",
        result: text(result, "result") ?? "none",
      })),
    },
  ];
}

function child(node: unknown, name: string): unknown {
  return typeof node === "object" && node !== null ? (node as Record<string, unknown>)[name] : undefined;
}

function list(node: unknown, name: string): unknown[] {
  const items = child(node, name);
  return Array.isArray(items) ? items : [];
}

function text(node: unknown, name: string | null): string | null {
  const value = name === null ? node : child(node, name);
  return typeof value === "string" && value !== "" ? value.slice(0, 500) : null;
}

/** RFC 7489 appendix C: seconds since 1970. */
function time(seconds: string | null): Date | null {
  const value = Number(seconds ?? Number.NaN);
  return value > 0 && value < 1e11 ? new Date(value * 1_000) : null;
}
