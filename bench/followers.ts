import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { recordAccountEvents } from "../src/features/account-events/index.ts";
import type { FollowerDefinition } from "../src/features/follower-definition.ts";
import { FollowerRunner } from "../src/features/followers/index.ts";
import { type Database, migrate, openDatabase } from "../src/platform/db/index.ts";
import { newId } from "../src/platform/ids/index.ts";
import { startEmbeddedPostgres } from "../src/platform/postgres/index.ts";
import { createLogger } from "../src/platform/telemetry/index.ts";
import { type Drained, drainQueue } from "./drain-queue.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { median, type Row, round } from "./report.ts";
import { hasSmtpSink, startSmtpSink } from "./smtp-sink.ts";

const WEBHOOKS = 3;
const EVENTS_PER_SECOND = 1_000;
const BATCHES_PER_SECOND = 10;

/** Measures delivery with roll-ups and webhooks to a receiver on this machine against delivery without followers, in turns, and a follower's lag. */
export async function measureFollowers({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  return [...(await measureDelivery({ seconds, rounds })), await measureLag(seconds * 2)];
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

async function measureLag(seconds: number): Promise<Row> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-followers-"));
  const log = createLogger("silent", "bench");
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const database = openDatabase(postgres.connectionString, { max: 4 });
  const lags: number[] = [];
  const runner = new FollowerRunner({ database, log, followers: [lagFollower(lags)], takeEveryMs: 100 });
  try {
    await migrate(postgres.connectionString);
    await database.pool.query("CREATE TABLE bench_counts (n bigint NOT NULL)");
    runner.start();
    await writeEvents(database, seconds);
    await pause(2_000);
  } finally {
    await runner.stop();
    await database.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  lags.sort((a, b) => a - b);
  return {
    what: `lag of a follower at ${EVENTS_PER_SECOND.toLocaleString("en")} events/s, p99`,
    value: lags[Math.ceil(lags.length * 0.99) - 1] ?? null,
    unit: "s",
    bar: { most: 2 },
    behind: `median ${round(median(lags))} s of ${lags.length.toLocaleString("en")} events`,
  };
}

/** Records the age of each event, by the database's clock, at the end of its step. */
function lagFollower(lags: number[]): FollowerDefinition {
  return {
    name: "lag",
    scope: "instance",
    begins: "next",
    step: async (transaction, { afterId, beforeId, limit }) => {
      const { rows } = await sql<{ id: string; lag: number }>`
        SELECT id, extract(epoch FROM clock_timestamp() - created_at)::float8 AS lag FROM account_events
        WHERE id > ${afterId} AND id < ${beforeId} ORDER BY id LIMIT ${limit}`.execute(transaction);
      await sql`INSERT INTO bench_counts VALUES (${rows.length})`.execute(transaction);
      for (const { lag } of rows) lags.push(lag);
      return { cursor: rows.length === limit ? (rows.at(-1)?.id ?? beforeId) : beforeId };
    },
  };
}

async function writeEvents({ db }: Database, seconds: number): Promise<void> {
  const accountId = newId();
  const begunAt = performance.now();
  for (let batch = 0; batch < seconds * BATCHES_PER_SECOND; batch += 1) {
    const events = Array.from({ length: EVENTS_PER_SECOND / BATCHES_PER_SECOND }, () => ({
      accountId,
      type: "contact.updated" as const,
      subjectId: newId(),
    }));
    await recordAccountEvents(db, events);
    await pause(Math.max(0, begunAt + ((batch + 1) * 1_000) / BATCHES_PER_SECOND - performance.now()));
  }
}
