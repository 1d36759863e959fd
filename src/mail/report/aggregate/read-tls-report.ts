import { type Mail, parameterOf } from "../message/read-parts.ts";
import type { TlsPolicy, TlsReport } from "../report.ts";
import { attached } from "./unpack.ts";

const MAX_ITEMS = 1_000;
const FORMAT = { types: /^application\/tlsrpt\+(json|gzip)$/, names: /\.json(\.gz)?\b/i };

/** The TLS report in this message (RFC 8460 §5.3), or null. */
export function readTlsReport({ fields, parts }: Mail): TlsReport | null {
  const isReport = parameterOf(fields, "report-type")?.toLowerCase() === "tlsrpt";
  for (const json of attached(parts, isReport ? { ...FORMAT, types: /^application\// } : FORMAT)) {
    const report = readJson(json);
    if (report) return report;
  }
  return null;
}

function readJson(json: string): TlsReport | null {
  const report = parse(json);
  const range = child(report, "date-range");
  const beginsAt = time(child(range, "start-datetime"));
  const endsAt = time(child(range, "end-datetime"));
  const policies = child(report, "policies");
  if (beginsAt === null || endsAt === null || !Array.isArray(policies)) return null;
  return {
    kind: "tls-rpt",
    reporter: text(report, "organization-name") ?? "",
    reportId: text(report, "report-id") ?? "",
    contact: text(report, "contact-info"),
    beginsAt,
    endsAt,
    policies: policies.slice(0, MAX_ITEMS).map(readPolicy),
  };
}

/** RFC 8460 §4.4. */
function readPolicy(item: unknown): TlsPolicy {
  const policy = child(item, "policy");
  const summary = child(item, "summary");
  const hosts = child(policy, "mx-host");
  const details = child(item, "failure-details");
  return {
    type: text(policy, "policy-type") ?? "no-policy-found",
    domain: text(policy, "policy-domain")?.toLowerCase() ?? "",
    mxHosts: (Array.isArray(hosts) ? hosts : [hosts])
      .filter((host) => typeof host === "string")
      .slice(0, MAX_ITEMS),
    successes: count(child(summary, "total-successful-session-count")),
    failures: count(child(summary, "total-failure-session-count")),
    details: (Array.isArray(details) ? details : []).slice(0, MAX_ITEMS).map((detail: unknown) => ({
      type: text(detail, "result-type") ?? "",
      count: count(child(detail, "failed-session-count")),
      sendingIp: text(detail, "sending-mta-ip"),
      receivingMx: text(detail, "receiving-mx-hostname"),
      reason: text(detail, "failure-reason-code") ?? text(detail, "additional-information"),
    })),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function child(node: unknown, name: string): unknown {
  return typeof node === "object" && node !== null ? (node as Record<string, unknown>)[name] : undefined;
}

function text(node: unknown, name: string): string | null {
  const value = child(node, name);
  return typeof value === "string" && value !== "" ? value.slice(0, 500) : null;
}

function count(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function time(value: unknown): Date | null {
  const date = new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
