import { isIP } from "node:net";
import type { DmarcReport, TlsReport } from "../../../mail/report/index.ts";

/** A report's counts for one domain, by source. */
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

/** Per domain and day. A real report has at most a few hundred sources; a forged one may have any number. */
const MAX_SOURCES = 500;
/** Adds up the sources beyond the limit. */
export const OTHER_SOURCES = "others";
const MAX_LENGTH = 100;

/** RFC 7489 appendix C. */
export function sumDmarc({ domain, rows }: DmarcReport): ReportSums {
  const sums = new Map<string, SourceSum>();
  // RFC 7489 appendix C: source_ip is an IP address. Other rows are ignored.
  for (const row of rows.filter(({ sourceIp }) => isIP(sourceIp) !== 0)) {
    const sum = sumOf(sums, row.sourceIp);
    const { count } = row;
    sum.messages += count;
    if (row.dkimPassed || row.spfPassed) sum.passed += count;
    if (row.dkimPassed) sum.dkim_passed += count;
    if (row.spfPassed) sum.spf_passed += count;
    if (row.disposition === "quarantine") sum.quarantined += count;
    if (row.disposition === "reject") sum.rejected += count;
  }
  return { domain: domain.toLowerCase(), kind: "dmarc", sources: [...sums.values()] };
}

/** RFC 8460 §4: a report may cover several domains, each with its policy. */
export function sumTls({ policies }: TlsReport): ReportSums[] {
  const domains = new Map<string, Map<string, SourceSum>>();
  for (const { domain, type, successes, failures, details } of policies) {
    const sums = domains.get(domain.toLowerCase()) ?? new Map<string, SourceSum>();
    domains.set(domain.toLowerCase(), sums);
    const sum = sumOf(sums, type);
    sum.messages += successes + failures;
    sum.passed += successes;
    const [worst] = details.toSorted((a, b) => b.count - a.count);
    sum.failure ??= worst ? cut(worst.type) : null;
  }
  return [...domains].map(([domain, sums]) => ({ domain, kind: "tls", sources: [...sums.values()] }));
}

/** Limits the number of sources: those with a row (`known`) keep it, then the largest get one, and the rest is added up. */
export function foldSources(sources: SourceSum[], known: readonly string[]): SourceSum[] {
  const own = new Set(known);
  const kept = new Map<string, SourceSum>();
  for (const sum of sources.toSorted((a, b) => b.messages - a.messages)) {
    const isOwn = own.has(sum.source) || own.size < MAX_SOURCES;
    if (isOwn) own.add(sum.source);
    addTo(sumOf(kept, isOwn ? sum.source : OTHER_SOURCES), sum);
  }
  return [...kept.values()];
}

const COUNT_FIELDS = ["messages", "passed", "dkim_passed", "spf_passed", "quarantined", "rejected"] as const;

function addTo(sum: SourceSum, more: SourceSum): void {
  for (const name of COUNT_FIELDS) sum[name] += more[name];
  sum.failure ??= more.failure;
}

function sumOf(sums: Map<string, SourceSum>, sourceName: string): SourceSum {
  const source = cut(sourceName);
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

/** Cleans and shortens text from outside: PostgreSQL accepts no NUL and no lone surrogate. */
export function cut(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, MAX_LENGTH)
    .toWellFormed();
}
