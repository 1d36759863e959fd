import { isIP } from "node:net";
import type { DmarcReport, TlsReport } from "../../../mail/report/index.ts";

/** What a report says of one domain, by source. */
export type ReportSums = {
  domain: string;
  kind: "dmarc" | "tls";
  sources: SourceSum[];
};

export type SourceSum = {
  source: string;
  messages: number;
  passed: number;
  dkim_passed: number;
  spf_passed: number;
  quarantined: number;
  rejected: number;
  failure: string | null;
};

/** A large receiver names some hundred sources of a large sender; the rest of a flood becomes one. */
const mostSources = 500;
/** No receiver saw more in a day; sums of all its rows still fit a bigint. */
const mostMessages = 1e12;
const longest = 100;
const rest = "others";

/** RFC 7489 appendix C. */
export function sumDmarc({ domain, rows }: DmarcReport): ReportSums {
  const sums = new Map<string, SourceSum>();
  // RFC 7489 appendix C: source_ip is an address, and what is none is nobody's report.
  for (const row of rows.filter(({ sourceIp }) => isIP(sourceIp) !== 0)) {
    const sum = sumOf(sums, row.sourceIp);
    const count = amountOf(row.count);
    sum.messages += count;
    if (row.dkimPassed || row.spfPassed) sum.passed += count;
    if (row.dkimPassed) sum.dkim_passed += count;
    if (row.spfPassed) sum.spf_passed += count;
    if (row.disposition === "quarantine") sum.quarantined += count;
    if (row.disposition === "reject") sum.rejected += count;
  }
  return { domain: domain.toLowerCase(), kind: "dmarc", sources: [...sums.values()] };
}

/** RFC 8460 §4: a report may speak of several domains, each with its policy. */
export function sumTls({ policies }: TlsReport): ReportSums[] {
  const domains = new Map<string, Map<string, SourceSum>>();
  for (const { domain, type, successes, failures, details } of policies) {
    const sums = domains.get(domain.toLowerCase()) ?? new Map<string, SourceSum>();
    domains.set(domain.toLowerCase(), sums);
    const sum = sumOf(sums, type);
    sum.messages += amountOf(successes) + amountOf(failures);
    sum.passed += amountOf(successes);
    const [worst] = details.toSorted((a, b) => b.count - a.count);
    sum.failure ??= worst ? cut(worst.type) : null;
  }
  return [...domains].map(([domain, sums]) => ({ domain, kind: "tls", sources: [...sums.values()] }));
}

function sumOf(sums: Map<string, SourceSum>, given: string): SourceSum {
  const named = cut(given);
  const source = sums.has(named) || sums.size < mostSources ? named : rest;
  const sum = sums.get(source) ?? {
    source,
    messages: 0,
    passed: 0,
    dkim_passed: 0,
    spf_passed: 0,
    quarantined: 0,
    rejected: 0,
    failure: null,
  };
  sums.set(source, sum);
  return sum;
}

/** An outsider's words: PostgreSQL stores no NUL, and half a character is none. */
export function cut(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, longest)
    .toWellFormed();
}

function amountOf(count: number): number {
  return Number.isFinite(count) ? Math.min(mostMessages, Math.max(0, Math.trunc(count))) : 0;
}
