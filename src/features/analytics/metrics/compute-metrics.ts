import { BINS_PER_DOUBLING } from "../rollups/fact-queries.ts";
import {
  COUNT_METRICS,
  DERIVED_METRICS,
  LATENCY_METRICS,
  type MetricName,
  OUTCOME_METRICS,
} from "./metric-catalog.ts";

/** Sums of one group: counts by type, and deliveries by bin of latency. */
export class Sums {
  readonly #counts = new Map<string, number>();
  readonly #bins = new Map<number, number>();

  addCount(type: string, count: number): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + count);
  }

  addLatency(bin: number, count: number): void {
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + count);
  }

  /** Returns the values of the metrics, in the order of the argument. */
  valuesOf(metrics: readonly MetricName[]): Partial<Record<MetricName, number | null>> {
    return Object.fromEntries(metrics.map((name) => [name, this.#valueOf(name)]));
  }

  #valueOf(name: MetricName): number | null {
    if (name in LATENCY_METRICS)
      return this.#percentile(LATENCY_METRICS[name as keyof typeof LATENCY_METRICS].percentile);
    if (name in DERIVED_METRICS) return this.#derive(name as keyof typeof DERIVED_METRICS);
    return this.#sum(COUNT_METRICS[name]?.of ?? []);
  }

  #derive(name: keyof typeof DERIVED_METRICS): number | null {
    const delivered = this.#sum(["delivered"]);
    const ended = this.#sum(["delivered", "bounced", "expired"]);
    switch (name) {
      case "outcome_open":
        // If a provider became known only after acceptance, it has outcomes without recipients.
        return Math.max(0, this.#sum(["recipients"]) - this.#sum(OUTCOME_METRICS));
      case "delivery_rate":
        return ratio(delivered, ended);
      case "bounce_rate":
        return ratio(this.#sum(["bounced"]), ended);
      case "complaint_rate":
        return ratio(this.#sum(["complained"]), delivered);
      case "open_rate":
        return ratio(this.#sum(["unique_open"]), delivered);
      case "click_rate":
        return ratio(this.#sum(["unique_click"]), delivered);
    }
  }

  #sum(types: readonly string[]): number {
    return types.reduce((sum, type) => sum + (this.#counts.get(type) ?? 0), 0);
  }

  /** Returns the middle of the bin that contains the percentile, in milliseconds. */
  #percentile(share: number): number | null {
    const bins = [...this.#bins].sort(([a], [b]) => a - b);
    const wanted = share * bins.reduce((sum, [, count]) => sum + count, 0);
    let seen = 0;
    for (const [bin, count] of bins) {
      seen += count;
      if (seen >= wanted) return Math.round(2 ** ((bin + 0.5) / BINS_PER_DOUBLING));
    }
    return null;
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
