import { type Drain, type Drained, drainQueue } from "./drain-queue.ts";
import { median, type Row, round } from "./report.ts";
import { hasSmtpSink, startSmtpSink } from "./smtp-sink.ts";

type Variant = { what: string; drain: Omit<Drain, "seconds">; least: number | null; mostCpu: number | null };

const VARIANTS: Variant[] = [
  { what: "signed by RSA-2048 and Ed25519", drain: { signed: true }, least: null, mostCpu: null },
  { what: "to 1,000 destinations", drain: { destinations: 1_000 }, least: 0.9, mostCpu: null },
  { what: "by 2 workers", drain: { workers: 2 }, least: 0.95, mostCpu: 1.1 },
  { what: "by 4 workers", drain: { workers: 4 }, least: 0.95, mostCpu: 1.1 },
];

/** Measures deliveries of one worker, unsigned and to one destination, and the effect of each variant on rate and processor time. */
export async function measureDeliverVariants({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  if (!hasSmtpSink()) return [];
  const sink = await startSmtpSink();
  const plain: Drained[] = [];
  const changed: Drained[][] = VARIANTS.map(() => []);
  try {
    for (let turn = 0; turn < rounds; turn += 1) {
      plain.push(await drainQueue(sink, { seconds }));
      for (const [n, { drain }] of VARIANTS.entries())
        changed[n]?.push(await drainQueue(sink, { seconds, ...drain }));
    }
  } finally {
    await sink.stop();
  }
  return VARIANTS.flatMap((variant, n) => rowsOf(variant, plain, changed[n] ?? []));
}

function rowsOf({ what, least, mostCpu }: Variant, plain: Drained[], drained: Drained[]): Row[] {
  const middle = (of: Drained[], figure: (one: Drained) => number) => round(median(of.map(figure)));
  const ratio = (figure: (one: Drained) => number) =>
    median(
      drained.map((one, turn) => {
        const reference = plain[turn];
        return reference ? figure(one) / figure(reference) : Number.NaN;
      }),
    );
  const rate: Row = {
    what: `delivery ${what}`,
    value: ratio((one) => one.rate),
    unit: "×",
    bar: least === null ? null : { least },
    behind: `${middle(drained, (one) => one.rate)}/s, without ${middle(plain, (one) => one.rate)}/s`,
  };
  const cpu = (whose: string, figure: (one: Drained) => number): Row => ({
    what: `the same, processor time of ${whose} for each email`,
    value: ratio(figure),
    unit: "×",
    bar: mostCpu === null ? null : { most: mostCpu },
    behind: `${middle(drained, figure)} µs, without ${middle(plain, figure)} µs`,
  });
  return [
    rate,
    cpu("the workers", (one) => one.workerMicros),
    cpu("PostgreSQL", (one) => one.postgresMicros),
  ];
}
