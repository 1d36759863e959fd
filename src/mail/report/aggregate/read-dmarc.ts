import { XMLParser } from "fast-xml-parser";
import type { Mail } from "../message/read-parts.ts";
import type { DmarcReport, DmarcRow } from "../report.ts";
import { attached } from "./unpack.ts";

/** More sources in one day are not looked at by anybody. */
const MAX_ROWS = 10_000;
/** 50 a row, closing ones included: the parser takes a second for a million. */
const MAX_TAGS = 500_000;

const FORMAT = {
  types: /^(application\/(gzip|x-gzip|zip|x-zip-compressed|xml)|text\/xml)$/,
  names: /\.(xml|xml\.gz|gz|zip)\b/i,
};

/** G15: entities stay as they are, so that none grows; lists are lists also where they have one item. */
const parser = new XMLParser({
  processEntities: false,
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === "record" || name === "dkim" || name === "spf",
});

/** The aggregate report in this message (RFC 7489 §7.2.1.1: attached, as XML, gz or zip), or null. */
export function readDmarc({ parts }: Mail): DmarcReport | null {
  // The parser is slow: of several, the first is the report.
  const xml = attached(parts, FORMAT).find(isFeedback);
  return xml === undefined ? null : readFeedback(xml);
}

/** A document type is where entities and other files come from; RFC 7489's reports have none. */
function isFeedback(xml: string): boolean {
  const start = xml.slice(0, 2_000);
  return /<(\w+:)?feedback[\s>]/.test(start) && !/<!DOCTYPE/i.test(start) && countTags(xml) <= MAX_TAGS;
}

function countTags(xml: string): number {
  let tags = 0;
  for (let at = xml.indexOf("<"); at >= 0 && tags <= MAX_TAGS; at = xml.indexOf("<", at + 1)) tags += 1;
  return tags;
}

function readFeedback(xml: string): DmarcReport | null {
  const feedback = parse(xml).feedback;
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
    rows: list(feedback, "record").slice(0, MAX_ROWS).flatMap(readRow),
  };
}

function readRow(record: unknown): DmarcRow[] {
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
      dkim: list(results, "dkim").map((one) => ({
        domain: text(one, "domain") ?? "",
        selector: text(one, "selector"),
        result: text(one, "result") ?? "none",
      })),
      spf: list(results, "spf").map((one) => ({
        domain: text(one, "domain") ?? "",
        result: text(one, "result") ?? "none",
      })),
    },
  ];
}

function parse(xml: string): Record<string, unknown> {
  try {
    return parser.parse(xml) as Record<string, unknown>;
  } catch {
    return {};
  }
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
