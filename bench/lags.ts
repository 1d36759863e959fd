import { setTimeout as pause } from "node:timers/promises";
import { loadLags } from "../src/features/followers/index.ts";
import { type Database, openDatabase } from "../src/platform/db/index.ts";
import { callApi, signUpAndCreateKey } from "../test/harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { median, type Row, round } from "./report.ts";
import { addDeliveredEmails } from "./webhook-account.ts";
import type { Received } from "./webhook-sink.ts";

const WEBHOOKS = 3;
const EVENTS_PER_SECOND = 1_000;
const BATCHES_PER_SECOND = 10;
/** Until the code of all processes is compiled. */
const WARM_UP_SECONDS = 3;
const SAMPLE_EVERY_MS = 100;
/** The target of all followers. That of the roll-ups alone is 5 s. */
const MOST_SECONDS = 2;

/** The lag of each follower of an instance with roll-ups and three webhooks, while 1,000 emails are delivered each second. */
export async function measureLags(seconds: number): Promise<Row[]> {
  const receiver = forkBench(new URL("./webhook-sink.ts", import.meta.url));
  const { port } = await nextMessage<{ port: number }>(receiver);
  const env = { WEBHOOKS_TO_PRIVATE: "on", LOG_LEVEL: "warn" };
  const posthouse = await startPosthouse({ roles: ["api"], env });
  const database = openDatabase(posthouse.databaseUrl(), { max: 4 });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    for (let n = 0; n < WEBHOOKS; n += 1)
      await callApi(posthouse.baseUrl, "/api/v1/webhooks", {
        key,
        body: { url: `http://127.0.0.1:${port}/${n}` },
      });
    await writeEvents(database, WARM_UP_SECONDS);
    const lags = new Map<string, number[]>();
    const writing = { isDone: false };
    const sampling = sampleLags(database, { lags, writing });
    const rate = await writeEvents(database, seconds);
    writing.isDone = true;
    await sampling;
    const received = nextMessage<Received>(receiver);
    receiver.send("report");
    return rowsOf({ lags, rate, received: await received });
  } finally {
    await database.close();
    await stopAndRemove(posthouse);
    await end(receiver);
  }
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

type Measured = { lags: ReadonlyMap<string, number[]>; rate: number; received: Received };

function rowsOf({ lags, rate, received }: Measured): Row[] {
  const row = (what: string, seconds: number[], most: number): Row => {
    const sorted = seconds.toSorted((a, b) => a - b);
    return {
      what,
      value: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? null,
      unit: "s",
      bar: { most },
      behind: `median ${round(median(sorted))} s; ${round(rate)} events/s with roll-ups and ${WEBHOOKS} webhooks`,
    };
  };
  return [
    ...[...lags].map(([name, seconds]) => row(`lag of the follower ${name}, p99`, seconds, MOST_SECONDS)),
    row(
      "event to request, p99",
      received.ages.map((ms) => ms / 1_000),
      MOST_SECONDS,
    ),
  ];
}
