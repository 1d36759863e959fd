import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { loadLags } from "../src/features/followers/index.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { callApi, signUpAndCreateKey } from "../test/harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { until } from "../test/harness/until.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { median, type Row, round } from "./report.ts";
import { addDeliveredEmails } from "./webhook-account.ts";
import type { Received } from "./webhook-sink.ts";

const WEBHOOKS = 3;
const EVENTS_PER_SECOND = 1_000;
const BATCHES_PER_SECOND = 10;
/** All processes compile their code in this time. */
const WARM_UP_SECONDS = 3;
const SAMPLE_EVERY_MS = 100;
const MOST_SECONDS = 2;
/** A machine that writes fewer events than this part of the plan says nothing about the target. */
const LEAST_RATE = EVENTS_PER_SECOND * 0.95;

/** The lag of each follower of an instance with roll-ups and three webhooks, while 1,000 emails are delivered each second. */
export async function measureLags(seconds: number): Promise<Row[]> {
  const receiver = forkBench(new URL("./webhook-sink.ts", import.meta.url));
  try {
    const { port } = await nextMessage<{ port: number }>(receiver);
    const env = { WEBHOOKS_TO_PRIVATE: "on", LOG_LEVEL: "warn" };
    const posthouse = await startPosthouse({ roles: ["api"], env });
    try {
      const database = openDatabase(posthouse.databaseUrl(), { max: 4 });
      try {
        await addWebhooks(posthouse, port);
        return rowsOf(await measure(database, { receiver, seconds }));
      } finally {
        await database.close();
      }
    } finally {
      await stopAndRemove(posthouse);
    }
  } finally {
    await end(receiver);
  }
}

async function addWebhooks(posthouse: Posthouse, port: number): Promise<void> {
  const { key } = await signUpAndCreateKey(posthouse);
  for (let n = 0; n < WEBHOOKS; n += 1) {
    const body = { url: `http://127.0.0.1:${port}/${n}` };
    const { status } = await callApi(posthouse.baseUrl, "/api/v1/webhooks", { key, body });
    if (status !== 201) throw new Error(`a webhook was refused with status ${status}`);
  }
}

type Measured = { lags: ReadonlyMap<string, number[]>; rate: number; ages: number[] };

async function measure(
  database: Database,
  { receiver, seconds }: { receiver: ChildProcess; seconds: number },
): Promise<Measured> {
  await writeEvents(database, WARM_UP_SECONDS);
  await receivedBy(receiver, WARM_UP_SECONDS);
  const lags = new Map<string, number[]>();
  const writing = { isDone: false };
  const [rate] = await Promise.all([
    writeEvents(database, seconds).finally(() => {
      writing.isDone = true;
    }),
    sampleLags(database, { lags, writing }),
  ]);
  return { lags, rate, ages: await receivedBy(receiver, seconds) };
}

/** Waits for the requests of all events of that many seconds. Returns the milliseconds from each event to its request. */
async function receivedBy(receiver: ChildProcess, seconds: number): Promise<number[]> {
  const ages: number[] = [];
  const hasAll = async () => {
    const received = nextMessage<Received>(receiver);
    receiver.send("report");
    ages.push(...(await received).ages);
    return ages.length >= WEBHOOKS * EVENTS_PER_SECOND * seconds;
  };
  await until(hasAll, { within: 120_000, what: "all requests", every: 200 });
  return ages;
}

async function sampleLags(
  database: Database,
  { lags, writing }: { lags: Map<string, number[]>; writing: { isDone: boolean } },
): Promise<void> {
  while (!writing.isDone) {
    for (const { follower, seconds } of await loadLags(database)) {
      const ofFollower = lags.get(follower) ?? [];
      lags.set(follower, ofFollower);
      ofFollower.push(seconds);
    }
    await pause(SAMPLE_EVERY_MS);
  }
}

/** Returns the events that were written each second: fewer than planned if the machine is too slow. */
async function writeEvents(database: Database, seconds: number): Promise<number> {
  const { rows } = await database.pool.query<{ id: string }>("SELECT account_id AS id FROM webhooks LIMIT 1");
  const accountId = rows[0]?.id ?? "";
  const batches = seconds * BATCHES_PER_SECOND;
  const begunAt = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    await addDeliveredEmails(database, accountId, EVENTS_PER_SECOND / BATCHES_PER_SECOND);
    await pause(Math.max(0, begunAt + ((batch + 1) * 1_000) / BATCHES_PER_SECOND - performance.now()));
  }
  return (batches * EVENTS_PER_SECOND) / BATCHES_PER_SECOND / ((performance.now() - begunAt) / 1_000);
}

function rowsOf({ lags, rate, ages }: Measured): Row[] {
  const row = (what: string, seconds: number[]): Row => {
    const sorted = seconds.toSorted((a, b) => a - b);
    return {
      what,
      value: rate < LEAST_RATE ? null : (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? null),
      unit: "s",
      bar: { most: MOST_SECONDS },
      behind: `median ${round(median(sorted))} s; ${round(rate)} events/s with roll-ups and ${WEBHOOKS} webhooks`,
    };
  };
  return [
    ...[...lags].map(([name, seconds]) => row(`lag of the follower ${name}, p99`, seconds)),
    row(
      "event to request, p99",
      ages.map((ms) => ms / 1_000),
    ),
  ];
}
