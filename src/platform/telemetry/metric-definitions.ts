/** A label must have few values. Labels whose values users choose are limited to 50. */
export type MetricDefinition = {
  type: "counter" | "gauge" | "histogram";
  labels: readonly string[];
  help: string;
  /** The values of labels whose values are known. A counter whose labels are all known, or that has none, is 0 from the start. */
  values?: Readonly<Record<string, readonly string[]>>;
};

/**
 * All declared metrics. Features add theirs in their `metric-definitions.ts` (`declare module`). An undeclared name is a
 * type error. @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it.
export interface Metrics {}

type MetricName = keyof Metrics;

export type NameOf<T extends MetricDefinition["type"]> = {
  [N in MetricName]: Metrics[N]["type"] extends T ? N : never;
}[MetricName];

export type LabelsOf<N extends MetricName> = Record<Metrics[N]["labels"][number], string>;
