import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import {
  readLatencies,
  readRollups,
  recountLatencies,
  recountMail,
} from "../../../src/features/analytics/rollups/recount.fixture.ts";
import { type Database, openDatabase } from "../../../src/platform/db/index.ts";
import { newId } from "../../../src/platform/ids/index.ts";
import { nodePath } from "../../harness/node-path.ts";
import { draftEmail, storeEmails } from "../../harness/stored-email.ts";
import { until } from "../../harness/until.ts";
import { seededRandom } from "../random.ts";

/** A step has about this many statements, and a process takes the follower with a few more. */
const STATEMENTS = 26;
const PROGRAM = fileURLToPath(new URL("follower-process.ts", import.meta.url));

export type RollupsReport = {
  kills: number;
  events: number;
  emails: number;
  figures: number;
  differences: string[];
};

/** Kills the follower of the roll-ups at each of its statements while mail is stored and settled, and compares with a recount. */
export async function proveRollups({
  connectionString,
  kills,
  seed,
}: {
  connectionString: string;
  kills: number;
  seed: number;
}): Promise<RollupsReport> {
  const database = openDatabase(connectionString, { max: 3 });
  const random = seededRandom(seed);
  const writing = new AbortController();
  const written = writeMail(database, random, writing.signal);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const when = random() < 0.5 ? "before" : "sent";
      const child = start(connectionString, ["kill", String(1 + (kill % STATEMENTS)), when]);
      const [, signal] = await once(child, "exit");
      if (signal !== "SIGKILL") throw new Error(`the process ended with ${signal} before its fault`);
      await database.pool.query(
        "UPDATE followers SET leased_until = now() - interval '1 s' WHERE name = 'rollups'",
      );
    }
    writing.abort();
    await written;
    await finish(connectionString, database);
    return { kills, ...(await compare(database)) };
  } finally {
    writing.abort();
    await written.catch(() => undefined);
    await database.close();
  }
}

function start(connectionString: string, args: string[]) {
  const stdio = ["ignore", "ignore", "inherit"] as const;
  return spawn(nodePath, [PROGRAM, connectionString, ...args, "rollups"], { stdio: [...stdio] });
}

/** Emails with tags and several recipients, and an event for each recipient, in transactions of different lengths. */
async function writeMail(database: Database, random: () => number, signal: AbortSignal): Promise<void> {
  const accountId = newId();
  await database.db.insertInto("accounts").values({ id: accountId, name: "Proof" }).execute();
  const write = async () => {
    while (!signal.aborted) {
      const to = Array.from(
        { length: 1 + Math.floor(random() * 3) },
        (_, n) => `p${n}@d${Math.floor(random() * 4)}.example`,
      );
      const tags = [{ name: "kind", value: random() < 0.5 ? "a" : "b" }];
      const email = draftEmail(accountId, { from: "a@sender.example", to, subject: "x", text: "x", tags });
      await storeEmails(database, [email]);
      const client = await database.pool.connect();
      try {
        await client.query("BEGIN");
        await client.query(
          `WITH begun AS MATERIALIZED (SELECT begin_events() AS at)
           INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
           SELECT account_id, email_id, event_id(at, uuid_send(gen_random_uuid())), position, 1, $3, '{"route": "direct"}', at
           FROM recipients, begun WHERE account_id = $1 AND email_id = $2`,
          [accountId, email.id, ["delivered", "bounced", "deferred"][Math.floor(random() * 3)]],
        );
        await pause(random() * 30);
        await client.query("COMMIT");
      } finally {
        client.release();
      }
      await pause(random() * 20);
    }
  };
  await Promise.all([write(), write()]);
}

async function finish(connectionString: string, database: Database): Promise<void> {
  const child = start(connectionString, ["none", "0", "before"]);
  const isDone = async () => {
    const { rows } = await database.pool.query<{ done: boolean }>(
      `SELECT (SELECT cursor FROM followers WHERE name = 'rollups') >= (SELECT max(id::text)::uuid FROM events)
         AND NOT EXISTS (SELECT FROM acceptances) AS done`,
    );
    return rows[0]?.done === true;
  };
  try {
    await until(isDone, { what: "the last event", within: 120_000 });
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

async function compare(database: Database): Promise<Omit<RollupsReport, "kills">> {
  const differences: string[] = [];
  let figures = 0;
  for (const minutes of [15, 60]) {
    const counts = await recountMail(database, minutes);
    const latencies = await recountLatencies(database, minutes);
    figures += counts.length + latencies.length;
    for (const kind of ["all", "combination"]) {
      const where = `buckets of ${minutes} minutes, series of the kind ${kind}`;
      if (!isDeepStrictEqual(await readRollups(database, minutes, kind), counts))
        differences.push(`counts: ${where}`);
      if (!isDeepStrictEqual(await readLatencies(database, minutes, kind), latencies))
        differences.push(`latencies: ${where}`);
    }
  }
  const { rows } = await database.pool.query<{ events: number; emails: number }>(
    "SELECT (SELECT count(*) FROM events)::integer AS events, (SELECT count(*) FROM emails)::integer AS emails",
  );
  return { events: rows[0]?.events ?? 0, emails: rows[0]?.emails ?? 0, figures, differences };
}
