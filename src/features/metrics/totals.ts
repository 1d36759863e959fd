import { buckets, type LabelsOf, type NameOf } from "./definitions.ts";
import { formatLabels } from "./format-labels.ts";

export type Total = { name: string; labels: string; value: number };

/** Values of one label in one process; names of routes are chosen by users, and each is a series for ever. */
const maxSeries = 50;

/** What this process has counted since it was last asked. */
export class Totals {
  #counts = new Map<string, Total>();
  readonly #series = new Map<string, Set<string>>();

  count<N extends NameOf<"counter">>(name: N, labels: LabelsOf<N>, by = 1): void {
    this.#add(name, labels, by);
  }

  observe(name: NameOf<"histogram">, value: number): void {
    for (const bound of buckets) if (value <= bound) this.#add(`${name}_bucket`, { le: String(bound) }, 1);
    this.#add(`${name}_bucket`, { le: "+Inf" }, 1);
    this.#add(`${name}_sum`, {}, value);
    this.#add(`${name}_count`, {}, 1);
  }

  /** The counts so far, which then begin anew. */
  drain(): Total[] {
    const drained = [...this.#counts.values()];
    this.#counts = new Map();
    return drained;
  }

  /** Those that could not be written. */
  takeBack(totals: Total[]): void {
    for (const { name, labels, value } of totals) this.#addText(name, labels, value);
  }

  #add(name: string, labels: Record<string, string>, by: number): void {
    this.#addText(name, this.#bounded(name, formatLabels(labels), labels), by);
  }

  #bounded(name: string, text: string, labels: Record<string, string>): string {
    const known = this.#series.get(name) ?? new Set();
    this.#series.set(name, known);
    if (!known.has(text) && known.size >= maxSeries)
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
