import type { MetricDefinition } from "../../platform/telemetry/index.ts";
import { formatLabels } from "./format-labels.ts";
import type { Total } from "./totals.ts";

/** Adds counters that have counted nothing yet. `increase()` of Prometheus misses the first count of a series that begins with 1. */
export function withZeros(
  definitions: Readonly<Record<string, MetricDefinition>>,
  totals: readonly Total[],
): Total[] {
  const counted = new Set(totals.map(({ name, labels }) => `${name}{${labels}}`));
  const zeros = Object.entries(definitions).flatMap(([name, definition]) =>
    definition.type === "counter"
      ? combinations(definition).map((labels) => ({ name, labels: formatLabels(labels), value: 0 }))
      : [],
  );
  return [...totals, ...zeros.filter(({ name, labels }) => !counted.has(`${name}{${labels}}`))];
}

/** Every combination of known values. None if the values of a label are not known. */
function combinations({ labels, values = {} }: MetricDefinition): Record<string, string>[] {
  return labels.reduce<Record<string, string>[]>(
    (all, label) => all.flatMap((one) => (values[label] ?? []).map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}
