import { once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import pg from "pg";
import { until } from "../harness/until.ts";
import { untilWhole } from "./disrupt.ts";
import { post } from "./load-client.ts";
import { payloadOf } from "./payload.ts";
import type { ClientRecord } from "./records.ts";
import type { Stage } from "./stage.ts";

export type ApiReport = {
  /** Copies at the sink, by the moment of the kill. */
  copies: Record<Moment, number>;
  /** Responses to the client. */
  answers: ClientRecord["kind"][];
  /** Emails stored without their content or recipients, or the reverse. */
  halves: number;
};
type Moment = (typeof MOMENTS)[number];

/** The API is killed while the body arrives, while the INSERT runs, or between the commit and the response. */
const MOMENTS = ["reading", "inserting", "committed"] as const;

/** Kills the API at each moment around its commit (F1). */
export async function killApiAroundCommit(stage: Stage): Promise<ApiReport> {
  const database = await connectTo(stage.posthouse.databaseUrl());
  await killWhileReading(stage);
  const answers = [
    await killWhileLocked(stage, database, { id: "inserting", commitFirst: false }),
    await killWhileLocked(stage, database, { id: "committed", commitFirst: true }),
  ];
  await stage.drain();
  const sink = await stage.sinkRecords();
  const copiesOf = (id: Moment) => sink.filter((record) => record.kind === "copy" && record.id === id).length;
  const copies = Object.fromEntries(MOMENTS.map((id) => [id, copiesOf(id)])) as ApiReport["copies"];
  const { rows } = await database.query<{ count: string }>(
    `SELECT count(*) FROM emails e
     LEFT JOIN contents c ON c.account_id = e.account_id AND c.hash = coalesce(e.html_hash, e.text_hash)
     FULL JOIN recipients r ON r.account_id = e.account_id AND r.email_id = e.id
     WHERE e.id IS NULL OR c.hash IS NULL OR r.email_id IS NULL`,
  );
  await database.end();
  return { copies, answers, halves: Number(rows[0]?.count) };
}

async function killWhileReading({ posthouse, key }: Stage): Promise<void> {
  const text = payloadOf("reading");
  const body = JSON.stringify({ to: "a@sink.test", subject: "proof reading", text, html: text });
  const socket = connect(posthouse.port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  socket.write(
    `POST /api/v1/send HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  // 100 Continue: the API has read the headers and waits for the rest.
  await once(socket, "data");
  socket.write(body.slice(0, body.length / 2));
  await posthouse.kill("api");
  socket.destroy();
  await untilWhole(posthouse);
}

/** Blocks the INSERT by a lock on a table that it writes; kills the API before the lock is released, or after the commit. */
async function killWhileLocked(
  { posthouse, key }: Stage,
  database: pg.Client,
  { id, commitFirst }: { id: Moment; commitFirst: boolean },
): Promise<ClientRecord["kind"]> {
  const agent = new Agent();
  await database.query("BEGIN");
  await database.query("LOCK TABLE contents IN SHARE MODE");
  const answer = post({ agent, baseUrl: posthouse.baseUrl, key, id, to: ["a@sink.test"] });
  await until(() => isWaitingForLock(database), { within: 30_000, what: "the INSERT to wait" });
  const [api] = posthouse.rolePids("api");
  if (commitFirst && api) process.kill(api, "SIGSTOP");
  else await posthouse.kill("api");
  await database.query("COMMIT");
  if (commitFirst) await until(() => isStored(database, id), { within: 30_000, what: "the commit" });
  await posthouse.kill("api");
  agent.destroy();
  await untilWhole(posthouse);
  return (await answer).kind;
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // If the stage ends early, report the first error.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function isWaitingForLock(database: pg.Client): Promise<boolean> {
  // Otherwise the view does not change within a transaction.
  await database.query("SELECT pg_stat_clear_snapshot()");
  const { rowCount } = await database.query(
    "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%new_emails%'",
  );
  return rowCount === 1;
}

async function isStored(database: pg.Client, id: string): Promise<boolean> {
  const { rowCount } = await database.query("SELECT FROM emails WHERE subject = $1", [`proof ${id}`]);
  return rowCount === 1;
}
