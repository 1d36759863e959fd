import { type Drained, drainQueue } from "./drain-queue.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { measureLags } from "./lags.ts";
import { median, type Row, round } from "./report.ts";
import { hasSmtpSink, startSmtpSink } from "./smtp-sink.ts";

const WEBHOOKS = 3;

/** Measures delivery with roll-ups and webhooks to a receiver on this machine against delivery without followers, in turns, and the lag of each follower. */
export async function measureFollowers({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  return [...(await measureDelivery({ seconds, rounds })), ...(await measureLags(seconds * 2))];
}

async function measureDelivery({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const what = `delivery with roll-ups and ${WEBHOOKS} webhooks, against no follower`;
  if (!hasSmtpSink())
    return [{ what, value: null, unit: "×", bar: null, behind: "needs smtp-sink (postfix)" }];
  const sink = await startSmtpSink();
  const receiver = forkBench(new URL("./webhook-sink.ts", import.meta.url));
  const turns: { none: Drained; all: Drained }[] = [];
  try {
    const { port } = await nextMessage<{ port: number }>(receiver);
    const webhooks = Array.from({ length: WEBHOOKS }, (_, n) => `http://127.0.0.1:${port}/${n}`);
    for (let turn = 0; turn < rounds; turn += 1) {
      const none = await drainQueue(sink, { seconds, followers: false });
      turns.push({ none, all: await drainQueue(sink, { seconds, webhooks }) });
    }
  } finally {
    await end(receiver);
    await sink.stop();
  }
  const of = (pick: (drained: Drained) => number) => ({
    ratio: median(turns.map(({ none, all }) => pick(all) / pick(none))),
    behind: `${round(median(turns.map(({ all }) => pick(all))))} against ${round(median(turns.map(({ none }) => pick(none))))}`,
  });
  const rate = of((drained) => drained.rate);
  const worker = of(({ workerMicros }) => workerMicros);
  const postgres = of(({ postgresMicros }) => postgresMicros);
  return [
    {
      what,
      value: rate.ratio,
      unit: "×",
      bar: { least: 0.95 },
      behind: `${rate.behind}/s; sender, receiver and PostgreSQL share the cores`,
    },
    {
      what: "the same: processor time of the worker for an email",
      value: worker.ratio,
      unit: "×",
      bar: { most: 1.05 },
      behind: `${worker.behind} µs; PostgreSQL ${postgres.behind} µs, with the requests`,
    },
  ];
}
