import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { recordAccountEvents } from "../../../src/features/account-events/index.ts";
import { type Database, openDatabase } from "../../../src/platform/db/index.ts";
import { newId } from "../../../src/platform/ids/index.ts";
import { until } from "../../harness/until.ts";
import { killProcesses, startProcess } from "../child-processes.ts";
import { seededRandom } from "../random.ts";
import { createProofTables, type Recount, recount } from "./counting-follower.ts";

/** A step has about ten statements, so faults come in the first three steps of a process. */
const STATEMENTS = 30;
/** The connections of one more process are broken after this many kills. Each costs half a second, the pause after a failed step. */
const KILLS_PER_CUT_PROCESS = 10;
const CUTS_PER_PROCESS = 10;
/** With more frequent cuts, no step would end. */
const LONGEST_STEP = 14;
const PROGRAM = fileURLToPath(new URL("follower-process.ts", import.meta.url));

/** `kills`: processes that were killed at a statement. `cuts`: connections that were broken at one. `stops`: processes that were frozen. */
export type FollowersReport = { kills: number; cuts: number; stops: number; statements: number } & Recount;
type Options = {
  connectionString: string;
  /** About as many connections are broken besides. */
  kills: number;
  seed: number;
  stops?: number;
  onProgress?: (line: string) => void;
};

/**
 * Kills a follower at its statements, each in turn, while events are written. Between the kills it breaks connections of other processes,
 * and in the end it freezes processes until another one works for them. Each event's effect must exist exactly once.
 */
export async function proveFollowers({
  connectionString,
  kills,
  seed,
  stops = 1,
  onProgress = () => undefined,
}: Options): Promise<FollowersReport> {
  const database = openDatabase(connectionString, { max: 3 });
  const random = seededRandom(seed);
  const writing = new AbortController();
  await createProofTables(database);
  const written = writeEvents(database, random, writing.signal);
  const report = { kills: 0, cuts: 0, stops: 0, statements: STATEMENTS };
  try {
    while (report.kills < kills) {
      const when = random() < 0.5 ? "before" : "sent";
      const at = 1 + (report.kills % STATEMENTS);
      await runUntilKilled(connectionString, [`kill`, `${at}`, when]);
      report.kills += 1;
      if (report.kills % 25 === 0) onProgress(`${report.kills} kills, ${report.cuts} broken connections`);
      await endLease(database);
      if (report.kills % KILLS_PER_CUT_PROCESS > 0) continue;
      report.cuts += await runUntilCut(connectionString, [
        `cut`,
        `${LONGEST_STEP + Math.floor(random() * 20)}`,
        when,
      ]);
      await endLease(database);
    }
    while (report.stops < stops) {
      await freeze(connectionString, database, 8 + Math.floor(random() * 8));
      report.stops += 1;
    }
    writing.abort();
    await written;
    await finish(connectionString, database);
    return { ...report, ...(await recount(database)) };
  } finally {
    killProcesses();
    writing.abort();
    await written.catch(() => undefined);
    await database.close();
  }
}

/** Transactions of different lengths, two at a time, so that ids are committed out of order. */
async function writeEvents({ db }: Database, random: () => number, signal: AbortSignal): Promise<void> {
  const accountId = newId();
  await db.insertInto("accounts").values({ id: accountId, name: "Proof" }).execute();
  const types = ["contact.created", "contact.updated", "domain.added"] as const;
  const write = async () => {
    while (!signal.aborted) {
      await db.transaction().execute(async (transaction) => {
        const events = Array.from({ length: 1 + Math.floor(random() * 8) }, () => ({
          accountId,
          type: types[Math.floor(random() * types.length)] ?? types[0],
          subjectId: newId(),
        }));
        await recordAccountEvents(transaction, events);
        await pause(random() * 40);
      });
      // Slower than a follower that is disturbed all the time, so that it is not far behind at the end.
      await pause(random() * 500);
    }
  };
  await Promise.all([write(), write()]);
}

/** As if the lease of 20 s were over. The fencing token still protects the follower. */
async function endLease({ pool }: Database): Promise<void> {
  await pool.query("UPDATE followers SET leased_until = now() - interval '1 s' WHERE name = 'proof'");
}

const start = (connectionString: string, args: string[]) =>
  startProcess(PROGRAM, [connectionString, ...args]);

async function runUntilKilled(connectionString: string, args: string[]): Promise<void> {
  const child = start(connectionString, args);
  const [, signal] = await once(child, "exit");
  if (signal !== "SIGKILL") throw new Error(`the process ended with ${signal} before its fault`);
}

/** Returns the number of connections that were broken. */
async function runUntilCut(connectionString: string, args: string[]): Promise<number> {
  const child = start(connectionString, args);
  let cuts = 0;
  child.stdout?.on("data", (text: Buffer) => {
    cuts += text.toString().split("\n").length - 1;
  });
  await until(() => cuts >= CUTS_PER_PROCESS, { what: "broken connections", within: 120_000 });
  child.kill("SIGKILL");
  await once(child, "exit");
  return cuts;
}

/** A process stops in its step, another one works on, and the first one continues. */
async function freeze(connectionString: string, database: Database, statement: number): Promise<void> {
  const frozen = start(connectionString, ["stop", `${statement}`, "sent"]);
  const leaseOf = async () =>
    (await database.pool.query<{ lease: number }>("SELECT lease FROM followers WHERE name = 'proof'")).rows[0]
      ?.lease ?? 0;
  const before = await leaseOf();
  await until(async () => (await leaseOf()) > before, { what: "the lease of the process that stops" });
  // It stops within this time. Its transaction is ended by the server, and its lease ends by itself.
  const next = start(connectionString, ["none"]);
  await until(async () => (await leaseOf()) > before + 1, { what: "another process", within: 45_000 });
  const cursorOf = async () =>
    (await database.pool.query("SELECT cursor FROM followers WHERE name = 'proof'")).rows[0]?.cursor;
  const cursor = await cursorOf();
  await until(async () => (await cursorOf()) !== cursor, { what: "a step of the other process" });
  frozen.kill("SIGCONT");
  await pause(1_500);
  for (const child of [frozen, next]) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await endLease(database);
}

async function finish(connectionString: string, database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT max(id::text) AS id FROM account_events",
  );
  const last = rows[0]?.id ?? "";
  const child = start(connectionString, ["none"]);
  const isDone = async () => {
    const { rows: found } = await database.pool.query<{ cursor: string }>(
      "SELECT cursor FROM followers WHERE name = 'proof'",
    );
    return (found[0]?.cursor ?? "") >= last;
  };
  try {
    await until(isDone, { what: "the last event", within: 300_000 });
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}
