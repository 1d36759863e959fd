import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Database } from "../../../src/platform/db/index.ts";
import type { DatabaseProxy } from "../../harness/database-proxy.ts";
import { until } from "../../harness/until.ts";
import { startProcess } from "../child-processes.ts";
import type { ProofReceiver } from "./proof-receiver.ts";
import type { StubbornEvents } from "./stubborn-events.ts";

/** Requests of a process before the one at which it is killed. */
const MAX_SKIPS = 60;
export const SECRET_KEY = "one key for all processes, long enough";
const PROGRAM = fileURLToPath(new URL("sender-process.ts", import.meta.url));

/**
 * Where the process is killed. `received`: it has no response; `answered`: the response is on its way to it; `recording`: its record
 * waits for a lock, and is committed after the kill, or refused because the next process has the webhook; `committed`: its record is
 * committed, but the process has not heard of it.
 */
export const POINTS = ["received", "answered", "recording", "committed"] as const;
export type Point = (typeof POINTS)[number];

/** The path of the webhook's URL and the id of the event, in a statement with `webhooks` as w. */
export const KEY_OF_DELIVERY = "regexp_replace(w.url, '^http://[^/]*', '') || ' ' || event_id";

export type World = {
  database: Database;
  proxy: DatabaseProxy;
  receiver: ProofReceiver;
  stubborn: StubbornEvents;
  random: () => number;
  /** By path and id of the event. */
  recordedAt: Map<string, number>;
};

/** Starts a process, kills it, and lets the next one have its webhooks at once. */
export async function killAt(world: World, point: Point): Promise<void> {
  const { receiver, random, database, proxy } = world;
  const sender = receiver.nextSender();
  const child = startSender(proxy.connectionString);
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
  for (const key of await loadSucceeded(database))
    if (!world.recordedAt.has(key)) world.recordedAt.set(key, sender);
  await endLease(database);
}

/** Kills the process while its record waits for a lock. Returns a function that releases it, before or after the next process takes over. */
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
  // Retries are made due all the time, by a statement that waits, too.
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE relation = 'webhook_deliveries'::regclass AND NOT granted AND query NOT LIKE 'UPDATE webhook_deliveries SET due_at%'`,
  );
  return (rowCount ?? 0) > 0;
}

/** As takeFollowers does after the lease. */
async function takeAsNext({ pool }: Database): Promise<void> {
  await pool.query(
    "UPDATE followers SET lease = lease + 1 WHERE shard IN (SELECT shard FROM followers ORDER BY shard FOR UPDATE)",
  );
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

/** By path and id of the event. */
async function loadSucceeded({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT ${KEY_OF_DELIVERY} AS key
     FROM webhook_deliveries JOIN webhooks w ON w.id = webhook_id WHERE state = 'succeeded'`,
  );
  return rows.map(({ key }) => key);
}

/** As if the lease of 20 s were over. The fencing token still protects the webhook. */
async function endLease({ pool }: Database): Promise<void> {
  await pool.query(
    `UPDATE followers SET leased_until = now() - interval '1 s'
     WHERE shard IN (SELECT shard FROM followers ORDER BY shard FOR UPDATE)`,
  );
}

export const startSender = (connectionString: string): ChildProcess =>
  startProcess(PROGRAM, [connectionString, SECRET_KEY]);
