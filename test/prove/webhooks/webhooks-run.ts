import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { SYSTEM } from "../../../src/features/audit/index.ts";
import { addWebhook } from "../../../src/features/webhooks/change-webhooks.ts";
import { type Database, openDatabase } from "../../../src/platform/db/index.ts";
import { newId } from "../../../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../../../src/platform/secrets/index.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../../harness/database-proxy.ts";
import { nodePath } from "../../harness/node-path.ts";
import { until } from "../../harness/until.ts";
import { onPostgres } from "../on-postgres.ts";
import { seededRandom } from "../random.ts";
import { judgeRequests, type WebhooksVerdict } from "./judge-requests.ts";
import { loadEvents, writeMail } from "./proof-mail.ts";
import { ProofReceiver } from "./proof-receiver.ts";

/** One request in 25 fails, so that later events of its email wait for the retry. */
const FAILS_EVERY = 25;
/** Requests of a process before the one at which it is killed. */
const MAX_SKIPS = 60;
const KEY = "one key for all processes, long enough";
const PROGRAM = fileURLToPath(new URL("sender-process.ts", import.meta.url));

/**
 * Where the process is killed. `received`: it has no response; `answered`: the response is on its way to it; `recording`: its record
 * waits for a lock, and is committed after the kill, or refused because the next process has the webhook; `committed`: its record is
 * committed, and it does not know.
 */
const POINTS = ["received", "answered", "recording", "committed"] as const;
type Point = (typeof POINTS)[number];

export type WebhooksReport = {
  kills: Record<Point, number>;
  events: number;
  requests: number;
  copies: number;
  failures: number;
  /** Events without a record of their success at the end. */
  unrecorded: number;
} & WebhooksVerdict;

type Options = { connectionString: string; kills: number; seed: number; onProgress?: (line: string) => void };
type World = {
  database: Database;
  proxy: DatabaseProxy;
  receiver: ProofReceiver;
  random: () => number;
  recordedAt: Map<string, number>;
};

/** The stage with a PostgreSQL of its own. */
export async function proveWebhooksAlone(options: {
  kills: number;
  seed: number;
}): Promise<{ ok: boolean; figures: WebhooksReport }> {
  return await onPostgres(async (connectionString) => {
    const onProgress = (line: string) => console.error(line);
    const figures = await proveWebhooks({ ...options, connectionString, onProgress });
    const { lost, foreign, unstable, outOfOrder, unexplained } = figures;
    const violations = [lost, foreign, unstable, outOfOrder, unexplained].flat();
    return { ok: violations.length === 0 && figures.unrecorded === 0 && figures.events > 0, figures };
  });
}

/**
 * Kills the process that sends to a webhook between the receipt of a request and the commit of its record, while events are written and
 * some requests fail. The order is strict. The receiver's ledger must have each event, with one id and body, in the order of its email.
 */
export async function proveWebhooks({
  connectionString,
  kills,
  seed,
  onProgress = () => undefined,
}: Options): Promise<WebhooksReport> {
  const database = openDatabase(connectionString, { max: 6 });
  const random = seededRandom(seed);
  const receiver = new ProofReceiver(() => (random() < 1 / FAILS_EVERY ? 503 : 204));
  const proxy = await startDatabaseProxy(connectionString);
  const world: World = { database, proxy, receiver, random, recordedAt: new Map() };
  const accountId = await addAccount(database, await receiver.open());
  const writing = new AbortController();
  const sent = () => receiver.ledger.length;
  const written = writeMail(database, { accountId, random, sent, signal: writing.signal });
  const retries = setInterval(() => void makeRetriesDue(database).catch(() => undefined), 100);
  const report = { received: 0, answered: 0, recording: 0, committed: 0 };
  try {
    for (let n = 0; n < kills; n += 1) {
      const point = POINTS[n % POINTS.length] ?? "received";
      await killAt(world, point);
      report[point] += 1;
      if ((n + 1) % 20 === 0) onProgress(`${n + 1} kills, ${receiver.ledger.length} requests`);
    }
    writing.abort();
    await written;
    const unrecorded = await finish(world);
    const events = await loadEvents(database);
    const requests = receiver.ledger;
    return {
      kills: report,
      events: events.length,
      requests: requests.length,
      copies: requests.length - new Set(requests.map(({ id }) => id)).size,
      failures: requests.filter(({ status }) => status === 503).length,
      unrecorded,
      ...judgeRequests({ events, requests, recordedAt: world.recordedAt }),
    };
  } finally {
    clearInterval(retries);
    writing.abort();
    await written.catch(() => undefined);
    for (const child of running) child.kill("SIGKILL");
    await receiver.close();
    await proxy.close();
    await database.close();
  }
}

async function addAccount(database: Database, url: string): Promise<string> {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Proof')", [accountId]);
  const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: KEY });
  const poster = {
    post: async () => Promise.reject(new Error("no sample is sent")),
    release: () => undefined,
  };
  const deps = { database, secrets, poster, allowsPrivate: true, baseUrl: "http://localhost:3000" };
  await addWebhook(deps, { accountId, by: SYSTEM }, { url, ordering: "strict" });
  return accountId;
}

/** As if the time of the retries had come, and the rest of a webhook that fails were over. */
async function makeRetriesDue({ pool }: Database): Promise<void> {
  await pool.query("UPDATE webhook_deliveries SET due_at = now() WHERE due_at > now() AND attempts > 0");
  await pool.query("UPDATE followers SET not_before = NULL, wake_at = least(wake_at, now())");
}

async function killAt(world: World, point: Point): Promise<void> {
  const { receiver, random, database, proxy } = world;
  const sender = receiver.nextSender();
  const child = start(proxy.connectionString);
  const skips = Math.floor(random() * MAX_SKIPS);
  const kill = () => void child.kill("SIGKILL");
  let release = async () => undefined as unknown;
  if (point === "received" || point === "answered") await receiver.trap(point, skips, kill);
  else if (point === "recording") release = await killInRecord(world, { child, skips });
  else {
    await receiver.trap("answered", skips, () => proxy.hold());
    await untilStuck(world);
    kill();
  }
  await once(child, "exit");
  proxy.release();
  await release();
  for (const id of await loadSucceeded(database))
    if (!world.recordedAt.has(id)) world.recordedAt.set(id, sender);
  await endLease(database);
}

/** Kills the process while its record waits. Returns how the record goes on: before or after the next process has the webhook. */
async function killInRecord(
  { receiver, random, database }: World,
  { child, skips }: { child: ChildProcess; skips: number },
): Promise<() => Promise<unknown>> {
  await receiver.trap("received", skips, () => undefined);
  const client = await database.pool.connect();
  await client.query("BEGIN; LOCK TABLE webhook_deliveries IN EXCLUSIVE MODE");
  await until(async () => await waitsForLock(client), { what: "a record that waits", within: 30_000 });
  child.kill("SIGKILL");
  const unlock = async () => {
    await client.query("ROLLBACK");
    client.release();
  };
  if (random() < 0.5) return unlock;
  return async () => {
    await takeAsNext(database);
    await unlock();
  };
}

async function waitsForLock(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_locks WHERE relation = 'webhook_deliveries'::regclass AND NOT granted",
  );
  return (rowCount ?? 0) > 0;
}

/** As takeFollowers does after the lease. */
async function takeAsNext({ pool }: Database): Promise<void> {
  await pool.query("UPDATE followers SET lease = lease + 1");
}

/** Waits until the process has had no response to its records for a while, so that no more of them are committed. */
async function untilStuck({ database, proxy }: World): Promise<void> {
  let before = -1;
  const isStuck = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      "SELECT count(*)::integer AS count FROM webhook_deliveries",
    );
    const isSame = rows[0]?.count === before;
    before = rows[0]?.count ?? 0;
    return isSame && proxy.held > 0;
  };
  await until(isStuck, { what: "a commit that is held", within: 30_000, every: 150 });
}

async function loadSucceeded({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ event_id: string }>(
    "SELECT event_id FROM webhook_deliveries WHERE state = 'succeeded'",
  );
  return rows.map(({ event_id }) => event_id);
}

/** As if the lease of 20 s were over. The fencing token still protects the webhook. */
async function endLease({ pool }: Database): Promise<void> {
  await pool.query("UPDATE followers SET leased_until = now() - interval '1 s'");
}

const running = new Set<ChildProcess>();

function start(connectionString: string): ChildProcess {
  const child = spawn(nodePath, [PROGRAM, connectionString, KEY], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Lets a process send what is left. Returns how many events it had not recorded after two minutes: the ledger says whether they came. */
async function finish({ database, receiver, proxy }: World): Promise<number> {
  receiver.nextSender();
  const child = start(proxy.connectionString);
  let left = Number.NaN;
  const isDone = async () => {
    const { rows } = await database.pool.query<{ left: number }>(
      `SELECT ((SELECT count(*) FROM events) - count(*))::integer AS left FROM webhook_deliveries WHERE state = 'succeeded'`,
    );
    left = rows[0]?.left ?? Number.NaN;
    return left === 0;
  };
  try {
    await until(isDone, { what: "all events to be recorded", within: 120_000 }).catch(() => undefined);
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  return left;
}
