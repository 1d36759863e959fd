import type { LabelsOf, NameOf } from "../../platform/telemetry/index.ts";
import { BUCKETS } from "./buckets.ts";
import { formatLabels } from "./format-labels.ts";

export type Total = { name: string; labels: string; value: number };

/** `within` has the observations per bucket, not cumulative. Every email is observed, so labels are formatted only when reporting. */
type Histogram = { within: number[]; count: number; sum: number };

/** Limit of the series per metric in one process: users choose the names of routes, and each name is a series of its own. */
const MAX_SERIES = 50;

/** The counts of this process since the last call of `drain`. */
export class Totals {
  #counts = new Map<string, Total>();
  readonly #histograms = new Map<string, Histogram>();
  readonly #counters: Total[] = [];
  readonly #series = new Map<string, Set<string>>();

  count<N extends NameOf<"counter">>(name: N, labels: LabelsOf<N>, by = 1): void {
    this.#add(name, labels, by);
  }

  /** Returns a function that counts one. For frequent events: the labels are formatted once. */
  counter<N extends NameOf<"counter">>(name: N, labels: LabelsOf<N>): () => void {
    const total = { name, labels: this.#bounded(name, formatLabels(labels), labels), value: 0 };
    this.#counters.push(total);
    return () => {
      total.value += 1;
    };
  }

  observe(name: NameOf<"histogram">, value: number): void {
    const histogram = this.#histograms.get(name) ?? { within: BUCKETS.map(() => 0), count: 0, sum: 0 };
    this.#histograms.set(name, histogram);
    const bucket = BUCKETS.findIndex((bound) => value <= bound);
    if (bucket >= 0) histogram.within[bucket] = (histogram.within[bucket] ?? 0) + 1;
    histogram.count += 1;
    histogram.sum += value;
  }

  /** Returns the counts and resets them. */
  drain(): Total[] {
    for (const [name, histogram] of this.#histograms) this.#addHistogram(name, histogram);
    this.#histograms.clear();
    for (const counter of this.#counters) {
      if (counter.value > 0) this.#addText(counter.name, counter.labels, counter.value);
      counter.value = 0;
    }
    const drained = [...this.#counts.values()];
    this.#counts = new Map();
    return drained;
  }

  /** Adds back counts that could not be written. */
  takeBack(totals: Total[]): void {
    for (const { name, labels, value } of totals) this.#addText(name, labels, value);
  }

  /** Prometheus buckets are cumulative. */
  #addHistogram(name: string, { within, count, sum }: Histogram): void {
    let inSmaller = 0;
    for (const [index, bound] of BUCKETS.entries()) {
      inSmaller += within[index] ?? 0;
      if (inSmaller > 0) this.#add(`${name}_bucket`, { le: String(bound) }, inSmaller);
    }
    this.#add(`${name}_bucket`, { le: "+Inf" }, count);
    this.#add(`${name}_sum`, {}, sum);
    this.#add(`${name}_count`, {}, count);
  }

  #add(name: string, labels: Record<string, string>, by: number): void {
    this.#addText(name, this.#bounded(name, formatLabels(labels), labels), by);
  }

  #bounded(name: string, text: string, labels: Record<string, string>): string {
    const known = this.#series.get(name) ?? new Set();
    this.#series.set(name, known);
    if (!known.has(text) && known.size >= MAX_SERIES)
      return formatLabels({ ...labels, ...("route" in labels && { route: "other" }) });
    known.add(text);
    return text;
  }

  #addText(name: string, labels: string, by: number): void {
    const key = `${name}{${labels}}`;
    const total = this.#counts.get(key) ?? { name, labels, value: 0 };
    total.value += by;
    this.#counts.set(key, total);
  }
}
