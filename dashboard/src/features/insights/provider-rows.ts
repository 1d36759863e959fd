import type { MetricRow } from "./insights.ts";

export type Tone = "none" | "warn" | "bad";

export type ProviderRow = {
  provider: string;
  delivered: number;
  deferred: number;
  bounced: number;
  complained: number;
  /** Share of all attempts: a recipient can be deferred more than once. */
  deferredShare: number | null;
  /** Share of the recipients with an outcome; complaints: of those delivered. */
  bouncedShare: number | null;
  complainedShare: number | null;
  p50: number | null;
  p95: number | null;
  /** Deliveries of the last 14 days, oldest first. */
  days: number[];
};

const DAYS = 14;

/** The providers with the most mail first. `days` has a row for each day and provider with deliveries. */
export function providerRows(rows: MetricRow[], days: MetricRow[], today: string): ProviderRow[] {
  const last = Date.parse(`${today}T12:00:00Z`);
  const deliveries = new Map<string, number[]>();
  for (const { provider = "", period = "", delivered } of days) {
    const age = Math.round((last - Date.parse(`${period.slice(0, 10)}T12:00:00Z`)) / 86_400_000);
    const values = deliveries.get(provider) ?? new Array<number>(DAYS).fill(0);
    if (age >= 0 && age < DAYS) values[DAYS - 1 - age] = delivered ?? 0;
    deliveries.set(provider, values);
  }
  return rows
    .map((row): ProviderRow => {
      const { provider = "" } = row;
      const [delivered, deferred, bounced, complained] = [
        row.delivered,
        row.deferred,
        row.bounced,
        row.complained,
      ].map((count) => count ?? 0) as [number, number, number, number];
      const attempts = delivered + deferred + bounced;
      return {
        ...{ provider, delivered, deferred, bounced, complained },
        deferredShare: attempts === 0 ? null : deferred / attempts,
        bouncedShare: row.bounce_rate ?? null,
        complainedShare: row.complaint_rate ?? null,
        p50: row.latency_p50_ms ?? null,
        p95: row.latency_p95_ms ?? null,
        days: deliveries.get(provider) ?? new Array<number>(DAYS).fill(0),
      };
    })
    .filter(
      ({ provider, delivered, deferred, bounced }) => provider !== "" && delivered + deferred + bounced > 0,
    )
    .sort((a, b) => b.delivered + b.bounced - (a.delivered + a.bounced));
}

/** With fewer recipients or attempts, a rate is not meaningful. */
const FEW = 20;

/** The tint of a cell, by the limits of rate-limits.ts. Rows with little mail are not tinted. */
export function toneOf(row: ProviderRow, cell: "deferred" | "bounced" | "complained" | "p95"): Tone {
  if (row.delivered + row.bounced + (cell === "deferred" ? row.deferred : 0) < FEW) return "none";
  const limits = {
    deferred: [0.1, 0.3],
    bounced: [0.05, 0.1],
    complained: [0.001, 0.003],
    p95: [600_000, 7_200_000],
  }[cell];
  const value = {
    deferred: row.deferredShare,
    bounced: row.bouncedShare,
    complained: row.complainedShare,
    p95: row.p95,
  }[cell];
  const [warn = 0, bad = 0] = limits;
  if (value === null || value < warn) return "none";
  return value < bad ? "warn" : "bad";
}
