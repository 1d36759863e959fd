import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, migrate, openDatabase } from "../src/platform/db/index.ts";
import { startEmbeddedPostgres } from "../src/platform/postgres/index.ts";
import { type InstanceSecrets, openInstanceSecrets } from "../src/platform/secrets/index.ts";
import { createLogger } from "../src/platform/telemetry/index.ts";
import { cpuMicrosOf, findPostmaster, treeOf } from "../test/harness/processes.ts";
import { until } from "../test/harness/until.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { median, type Row, round } from "./report.ts";
import { addAccount, addDeliveredEmails } from "./webhook-account.ts";
import type { BareDone, BareOrder } from "./webhook-process.ts";
import type { Received } from "./webhook-sink.ts";

/** Requests of a turn for each second of the bench: enough that its start and its last batch hardly count. */
const REQUESTS_PER_SECOND = 5_000;
/** Webhooks beside the one that hangs, and the events of each second. */
const OTHERS = 3;
const EVENTS_PER_SECOND = 200;
const BATCHES_PER_SECOND = 10;
const SECRET_KEY = "one key for the bench, long enough";

type Options = { seconds: number; rounds: number };
type World = {
  database: Database;
  secrets: InstanceSecrets;
  sender: ChildProcess;
  sink: ChildProcess;
  baseUrl: string;
  postmaster: number;
};

/** Requests to webhooks with their records, against bare requests of Node's HTTP client; and the others while one webhook hangs. */
export async function measureWebhooks({ seconds, rounds }: Options): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-webhooks-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger("silent", "bench") });
  await migrate(postgres.connectionString);
  const database = openDatabase(postgres.connectionString, { max: 4 });
  const sink = forkBench(new URL("./webhook-sink.ts", import.meta.url));
  const { port } = await nextMessage<{ port: number }>(sink);
  const sender = forkBench(new URL("./webhook-process.ts", import.meta.url), [
    postgres.connectionString,
    SECRET_KEY,
  ]);
  await nextMessage(sender);
  const world: World = {
    database,
    secrets: openInstanceSecrets({ dataDir: "/nowhere", key: SECRET_KEY }),
    sender,
    sink,
    baseUrl: `http://127.0.0.1:${port}`,
    postmaster: findPostmaster(dataDir) ?? 0,
  };
  try {
    // Both processes compile their code meanwhile.
    await compare(world, { webhooks: 1, requests: 3_000 });
    return [
      ...(await measureRate(world, { webhooks: 1, seconds, rounds })),
      ...(await measureRate(world, { webhooks: 3, seconds, rounds })),
      await measureHanging(world, { seconds, rounds }),
    ];
  } finally {
    await end(sender);
    await end(sink);
    await database.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** `rate`, `bare`: requests per second. The rest: processor time of a request in microseconds. */
type Turn = { rate: number; bare: number; senderMicros: number; postgresMicros: number; bareMicros: number };

async function measureRate(
  world: World,
  { webhooks, seconds, rounds }: Options & { webhooks: number },
): Promise<Row[]> {
  const turns: Turn[] = [];
  for (let turn = 0; turn < rounds; turn += 1)
    turns.push(await compare(world, { webhooks, requests: seconds * REQUESTS_PER_SECOND }));
  const of = (pick: (turn: Turn) => number) => median(turns.map(pick));
  const to = webhooks === 1 ? "one webhook" : `${webhooks} webhooks`;
  const least = (pick: (turn: Turn) => number) => round(Math.min(...turns.map(pick)));
  return [
    {
      what: `events to ${to}, signed and recorded`,
      value: of(({ rate }) => rate),
      unit: "/s",
      bar: { least: 1_500 },
      behind: "sender, receiver and PostgreSQL share the cores",
    },
    {
      what: `the same, against bare requests`,
      value: of(({ rate, bare }) => rate / bare),
      unit: "×",
      bar: { least: 0.5 },
      behind: `bare ${round(of(({ bare }) => bare))}/s by Node's HTTP client`,
    },
    {
      what: `the same, processor time of an attempt, against bare requests`,
      value: of(({ senderMicros, bareMicros }) => senderMicros / bareMicros),
      unit: "×",
      bar: null,
      behind: `sender ${round(of(({ senderMicros }) => senderMicros))} µs (least ${least((t) => t.senderMicros)}), PostgreSQL ${round(of(({ postgresMicros }) => postgresMicros))} µs (least ${least((t) => t.postgresMicros)}); bare ${round(of(({ bareMicros }) => bareMicros))} µs`,
    },
  ];
}

async function compare(
  world: World,
  { webhooks, requests }: { webhooks: number; requests: number },
): Promise<Turn> {
  const { database, sender, sink, baseUrl, postmaster } = world;
  const urls = Array.from({ length: webhooks }, (_, n) => `${baseUrl}/${n}`);
  const accountId = await addAccount(database, { secrets: world.secrets, urls });
  const events = Math.round(requests / webhooks);
  // Nothing is sent before the measurement begins.
  await database.pool.query("UPDATE followers SET active = false");
  await addDeliveredEmails(database, accountId, events);
  await database.pool.query("VACUUM ANALYZE emails, recipients, events");
  await pause(500);
  await report(sink);
  const lastId = await rewind(database, accountId);
  const before = spentBy(sender, postmaster);
  await until(() => isDone(database, { accountId, lastId }), {
    within: 120_000,
    what: "all attempts to be recorded",
    every: 20,
  });
  const doneAt = Date.now();
  const after = spentBy(sender, postmaster);
  const { count, firstAt } = await report(sink);
  const bareFrom = spentBy(sender, postmaster);
  const sent = nextMessage<BareDone>(sender);
  sender.send({ accountId, urls, requests } satisfies BareOrder);
  const { ms } = await sent;
  const bareTo = spentBy(sender, postmaster);
  await report(sink);
  await database.pool.query("UPDATE followers SET active = false");
  return {
    rate: (count * 1_000) / (doneAt - firstAt),
    bare: (requests * 1_000) / ms,
    senderMicros: (after.sender - before.sender) / count,
    postgresMicros: (after.postgres - before.postgres) / count,
    bareMicros: (bareTo.sender - bareFrom.sender) / requests,
  };
}

/** Makes all events of the account wait for its webhooks. Returns the last one. */
async function rewind({ pool }: Database, accountId: string): Promise<string> {
  await pool.query(
    `UPDATE followers SET cursor = '00000000-0000-0000-0000-000000000000', active = true WHERE account_id = $1`,
    [accountId],
  );
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM events WHERE account_id = $1 ORDER BY id DESC LIMIT 1",
    [accountId],
  );
  return rows[0]?.id ?? "";
}

async function isDone(
  { pool }: Database,
  { accountId, lastId }: { accountId: string; lastId: string },
): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(
    "SELECT bool_and(cursor >= $2) AS done FROM followers WHERE account_id = $1",
    [accountId, lastId],
  );
  return rows[0]?.done === true;
}

function spentBy(sender: ChildProcess, postmaster: number): { sender: number; postgres: number } {
  const postgres = treeOf(postmaster).reduce((micros, pid) => micros + cpuMicrosOf(pid), 0);
  return { sender: cpuMicrosOf(sender.pid ?? 0), postgres };
}

async function report(sink: ChildProcess): Promise<Received> {
  const received = nextMessage<Received>(sink);
  sink.send("report");
  return await received;
}

/** Events come steadily to three webhooks and to one more, which in every second turn never responds. */
async function measureHanging(world: World, { seconds, rounds }: Options): Promise<Row> {
  const turns: { without: number; hanging: number }[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const without = await p99(world, { fourth: "3", seconds });
    turns.push({ without, hanging: await p99(world, { fourth: "hang", seconds }) });
  }
  return {
    what: `event to request, p99 of ${OTHERS} webhooks while another one hangs`,
    value: median(turns.map(({ without, hanging }) => hanging / without)),
    unit: "×",
    bar: { most: 2 },
    behind: `${round(median(turns.map(({ hanging }) => hanging)))} ms, otherwise ${round(median(turns.map(({ without }) => without)))} ms; ${EVENTS_PER_SECOND} events/s`,
  };
}

async function p99(world: World, { fourth, seconds }: { fourth: string; seconds: number }): Promise<number> {
  const { database, sink, baseUrl } = world;
  const urls = ["0", "1", "2", fourth].map((path) => `${baseUrl}/${path}`);
  const accountId = await addAccount(database, { secrets: world.secrets, urls });
  const write = async (duration: number) => {
    const begunAt = performance.now();
    for (let batch = 0; batch < duration * BATCHES_PER_SECOND; batch += 1) {
      await addDeliveredEmails(database, accountId, EVENTS_PER_SECOND / BATCHES_PER_SECOND);
      await pause(Math.max(0, begunAt + ((batch + 1) * 1_000) / BATCHES_PER_SECOND - performance.now()));
    }
    await pause(1_500);
  };
  await write(1);
  await report(sink);
  await write(seconds);
  const ages: number[] = [];
  const least = OTHERS * EVENTS_PER_SECOND * seconds;
  const areAllThere = async () => ages.push(...(await report(sink)).ages) >= least;
  await until(areAllThere, { within: 30_000, what: `${least} requests`, every: 200 });
  await database.pool.query("UPDATE followers SET active = false");
  ages.sort((a, b) => a - b);
  return ages[Math.ceil(ages.length * 0.99) - 1] ?? 0;
}
