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

/** Of a domain's day: receivers name some hundred sources of a large sender, and anybody may make up more. */
const mostSources = 500;
/** The rest of a flood. */
const rest = "others";
const longest = 100;

/** RFC 7489 appendix C. */
export function sumDmarc({ domain, rows }: DmarcReport): ReportSums {
  const sums = new Map<string, SourceSum>();
  // RFC 7489 appendix C: source_ip is an address, and what is none is nobody's report.
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

/** RFC 8460 §4: a report may speak of several domains, each with its policy. */
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

/** The sums with a row of their own: of sources that have one (`known`), and of others, the largest first, while there is room. */
export function foldSources(sources: SourceSum[], known: readonly string[]): SourceSum[] {
  const own = new Set(known);
  const kept = new Map<string, SourceSum>();
  for (const sum of sources.toSorted((a, b) => b.messages - a.messages)) {
    const isOwn = own.has(sum.source) || own.size < mostSources;
    if (isOwn) own.add(sum.source);
    addTo(sumOf(kept, isOwn ? sum.source : rest), sum);
  }
  return [...kept.values()];
}

const counted = ["messages", "passed", "dkim_passed", "spf_passed", "quarantined", "rejected"] as const;

function addTo(sum: SourceSum, more: SourceSum): void {
  for (const name of counted) sum[name] += more[name];
  sum.failure ??= more.failure;
}

function sumOf(sums: Map<string, SourceSum>, given: string): SourceSum {
  const source = cut(given);
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
