import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { hasPostfix } from "../test/harness/postfix.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { askNumber, drainQueue, loadOn, openRecipients, relayTo } from "./drain-queue.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { runLoad } from "./load.ts";
import { measurePostfix } from "./postfix.ts";
import { median, type Row, round } from "./report.ts";
import { hasSmtpSink, startSmtpSink } from "./smtp-sink.ts";

const WHAT = "delivery to an SMTP sink on loopback, unsigned, end to end";
/** The number of connections that a worker opens to a relay. */
const CONNECTIONS = 20;

export type DeliverOptions = { seconds: number; rounds: number };

/**
 * Measures deliveries per second, from the queue to the settled event, against nodemailer's bare connections and against Postfix, in
 * turns.
 */
export async function measureDeliver({ seconds, rounds }: DeliverOptions): Promise<Row[]> {
  if (!hasSmtpSink())
    return [{ what: WHAT, value: null, unit: "×", bar: null, behind: "needs smtp-sink (postfix)" }];
  const sink = await startSmtpSink();
  const turns: { nodemailer: number; own: number; postfix: number | null }[] = [];
  try {
    for (let turn = 0; turn < rounds; turn += 1) {
      const nodemailer = await sendWithNodemailer(sink.port, seconds);
      const { rate: own } = await drainQueue(sink, { seconds });
      turns.push({ nodemailer, own, postfix: hasPostfix() ? await measurePostfix() : null });
    }
  } finally {
    await sink.stop();
  }
  const own = median(turns.map((turn) => turn.own));
  const nodemailer = median(turns.map((turn) => turn.nodemailer));
  const value = median(turns.map((turn) => turn.own / turn.nodemailer));
  const behind = `${round(own)}/s, nodemailer's bare connections ${round(nodemailer)}/s`;
  const postfix = hasPostfix() ? median(turns.map((turn) => turn.postfix ?? Number.NaN)) : null;
  return [
    { what: WHAT, value, unit: "×", bar: null, behind },
    {
      what: "the same, against Postfix",
      value: postfix && median(turns.map((turn) => turn.own / (turn.postfix ?? Number.NaN))),
      unit: "×",
      bar: { least: 6 },
      behind: postfix ? `${round(own)}/s, Postfix ${round(postfix)}/s` : "needs Postfix and root",
    },
  ];
}

async function sendWithNodemailer(port: number, seconds: number): Promise<number> {
  const child = forkBench(
    new URL("./nodemailer-sender.ts", import.meta.url),
    [port, CONNECTIONS, seconds].map(String),
  );
  const { rate } = await nextMessage<{ rate: number }>(child);
  await end(child);
  return rate;
}

/** Measures accepts and deliveries at the same time: mail must leave at the rate at which it arrives. */
export async function measureBoth({ seconds }: { seconds: number }): Promise<Row[]> {
  const both = { what: "both at once: accepted", unit: "/s", bar: { least: 3_000 } } as const;
  if (!hasSmtpSink()) return [{ ...both, value: null, behind: "needs smtp-sink (postfix)" }];
  const sink = await startSmtpSink();
  const posthouse = await startPosthouse({ env: relayTo(sink.port) });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    await runLoad(loadOn(posthouse, { key, seconds: 2, ...steadyLoad }));
    const before = await countDelivered(posthouse);
    const { rate, p99Ms, failed } = await runLoad(loadOn(posthouse, { key, seconds, ...steadyLoad }));
    const delivered = ((await countDelivered(posthouse)) - before) / seconds;
    const backlog = await openRecipients(posthouse);
    const behind = `p99 ${round(p99Ms)} ms, ${failed} failed`;
    return [
      { ...both, value: failed > 0 ? null : rate, behind },
      {
        what: "both at once: delivered per accepted",
        value: delivered / rate,
        unit: "×",
        bar: { least: 0.97 },
        behind: `${round(delivered)}/s delivered meanwhile, ${backlog} still open at the end`,
      },
    ];
  } finally {
    await stopAndRemove(posthouse);
    await sink.stop();
  }
}

/**
 * wrk cannot send at a fixed rate. Many connections with long pauses come close to a fixed rate: they send 3,500 requests/s while
 * responses are fast, and 3,000/s while responses take 30 ms.
 */
const steadyLoad = { connections: 512, pauseMs: 140 };

async function countDelivered(posthouse: Posthouse): Promise<number> {
  return askNumber(posthouse, "SELECT count(*) FROM events WHERE type = 'delivered'");
}
