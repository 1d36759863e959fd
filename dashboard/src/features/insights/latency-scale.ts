import type { Tick } from "../../ui/charts/plot.tsx";
import { formatLatency } from "./format.ts";

/** Latencies range from milliseconds to days, so the axis is logarithmic. The ticks are round durations. */
const TICKS_MS = [10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000];

/** The axis for these latencies: its ticks, and the position of a latency (ms) from 0 to 1. */
export function latencyScale(values: number[]): { ticks: Tick[]; placeOf: (ms: number) => number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const first = Math.max(
    0,
    TICKS_MS.findLastIndex((tick) => tick <= least),
  );
  const after = TICKS_MS.findIndex((tick) => tick >= most);
  const last = Math.max(first + 1, after === -1 ? TICKS_MS.length - 1 : after);
  const shown = TICKS_MS.slice(first, last + 1);
  const [low, high] = [Math.log(shown[0] ?? 1), Math.log(shown.at(-1) ?? 10)];
  const placeOf = (ms: number) => Math.min(1, Math.max(0, (Math.log(Math.max(ms, 1)) - low) / (high - low)));
  return { ticks: shown.map((tick) => ({ at: placeOf(tick), label: formatLatency(tick) })), placeOf };
}

/** The runs of values without a gap, each as indexes. */
export function runsOf(values: (number | null | undefined)[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (const [index, value] of values.entries()) {
    if (value !== null && value !== undefined) run.push(index);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}
