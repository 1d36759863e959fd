import type { StageReport } from "./stages.ts";

export type StageResult = { name: string; bar: string; seconds: number; report: StageReport };

/** All results are in proof.json. */
const SHOWN_OF_FAULT = 5;

/** The counts of a stage, one per line. */
export function describeReport(report: StageReport): string {
  const rows =
    "figures" in report
      ? Object.entries(report.figures).map(([name, figure]) => [name, JSON.stringify(figure)] as const)
      : ledgerRows(report);
  return rows.map(([name, count]) => `  ${name.padEnd(32)}${String(count).padStart(9)}`).join("\n");
}

function ledgerRows({
  verdict,
  misrecorded = [],
  unbacked = [],
  refusals = [],
}: Extract<StageReport, { verdict: unknown }>): [string, number | string][] {
  const { lost, unexplainedDuplicates, damaged, differing, strangers } = verdict;
  const faults = {
    lost,
    unexplainedDuplicates,
    damaged,
    differing,
    strangers,
    misrecorded,
    unbacked,
    refusals,
  };
  return [
    ["emails attempted", verdict.attempted],
    ["accepted (200)", verdict.accepted],
    ["refused", verdict.refused],
    ["unanswered", verdict.unanswered],
    ["recipients of accepted emails", verdict.expected],
    ["copies at the sink", verdict.copies],
    ["explained duplicates", verdict.explainedDuplicates],
    ...Object.entries(faults).flatMap(([name, list]): [string, number | string][] => [
      [`FAULT ${name}`, list.length],
      ...list.slice(0, SHOWN_OF_FAULT).map((one): [string, string] => ["", one]),
    ]),
  ];
}

/** One line per stage: whether it reached its target, and the target. */
export function describeResults(results: StageResult[]): string {
  return results
    .map(({ name, bar, seconds, report }) => {
      const verdict = report.ok ? "proved" : "NOT PROVED";
      return `  ${name.padEnd(12)}${verdict.padEnd(12)}${seconds.toFixed(0).padStart(5)} s  ${bar}`;
    })
    .join("\n");
}
