import { type Drain, drainQueue } from "./drain-queue.ts";
import { median, type Row, round } from "./report.ts";
import { hasSmtpSink, startSmtpSink } from "./smtp-sink.ts";

const variants: [what: string, drain: Omit<Drain, "seconds">][] = [
  ["signed by RSA-2048 and Ed25519", { signed: true }],
  ["to 1,000 destinations", { destinations: 1_000 }],
  ["by 2 workers", { workers: 2 }],
  ["by 4 workers", { workers: 4 }],
];

/** Measures deliveries per second of one worker, unsigned and to one destination, and the effect of each variant. */
export async function measureDeliverVariants({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  if (!hasSmtpSink()) return [];
  const sink = await startSmtpSink();
  const plain: number[] = [];
  const changed: number[][] = variants.map(() => []);
  try {
    for (let turn = 0; turn < rounds; turn += 1) {
      plain.push(await drainQueue(sink, { seconds }));
      for (const [n, [, drain]] of variants.entries())
        changed[n]?.push(await drainQueue(sink, { seconds, ...drain }));
    }
  } finally {
    await sink.stop();
  }
  return variants.map(([what], n) => {
    const rates = changed[n] ?? [];
    return {
      what: `delivery ${what}`,
      value: median(rates.map((rate, turn) => rate / (plain[turn] ?? Number.NaN))),
      unit: "×",
      bar: null,
      behind: `${round(median(rates))}/s, without ${round(median(plain))}/s`,
    };
  });
}
