/** Guarantees for a client that repeats a request with the same Idempotency-Key after the API was killed around its commit. */
import { connect } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

let posthouse: Posthouse;
let apiKey: string;
let direct: pg.Client;

beforeAll(async () => {
  const database = await createTestDatabase();
  posthouse = await startPosthouse({
    database,
    roles: ["api"],
    env: { DEFAULT_FROM: "us@posthouse.test" },
  });
  ({ key: apiKey } = await signUpAndCreateKey(posthouse));
  direct = new pg.Client({ connectionString: database.connectionString });
  await direct.connect();
  await addLock();
});
afterAll(async () => {
  await direct?.end();
  await stopAndRemove(posthouse);
});

const batchSize = 500;
type SendResponse = {
  status: number;
  replayed: boolean;
  retryAfter: string | null;
  body: { id?: string; emails?: { id: string }[]; error?: { code: string } };
};

/** Null: no response. */
async function post(path: string, key: string, body: object): Promise<SendResponse | null> {
  const answer = await fetch(`${posthouse.baseUrl}/api/v1/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!answer) return null;
  const text = await answer.text().catch(() => null);
  if (text === null) return null;
  return {
    status: answer.status,
    replayed: answer.headers.get("idempotent-replay") === "true",
    retryAfter: answer.headers.get("retry-after"),
    body: JSON.parse(text),
  };
}

const sendBatch = (name: string) =>
  post("emails/batch", name, {
    emails: Array.from({ length: batchSize }, (_, n) => ({
      to: `u${n}@example.com`,
      subject: name,
      text: `Number ${n} of ${name}`,
    })),
  });
const sendOne = (name: string) => post("send", name, { to: "a@example.com", subject: name, text: "Hello" });

/** Emails with that subject, their recipients and their contents. */
async function stored(subject: string): Promise<[emails: number, recipients: number, contents: number]> {
  const { rows } = await direct.query(
    `SELECT count(DISTINCT e.id)::integer AS emails, count(r.position)::integer AS recipients, count(c.hash)::integer AS contents
     FROM emails e LEFT JOIN recipients r ON r.account_id = e.account_id AND r.email_id = e.id
     LEFT JOIN contents c ON c.account_id = e.account_id AND c.hash = e.text_hash WHERE e.subject = $1`,
    [subject],
  );
  return [rows[0].emails, rows[0].recipients, rows[0].contents];
}

async function isWaiting(): Promise<boolean> {
  const { rowCount } = await direct.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%new_emails%'",
  );
  return rowCount === 1;
}

const LOCK = 4_711;

/** Makes statements that store emails wait for a lock when they run. A lock on the table would stop them before their values are sent. */
async function addLock(): Promise<void> {
  await direct.query(
    `CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NULL; END $$`,
  );
  await direct.query(
    "CREATE TRIGGER wait_for_test BEFORE INSERT ON recipients FOR EACH STATEMENT EXECUTE FUNCTION wait_for_test()",
  );
}

/** Keeps the statement that stores emails from ending until the returned function is called. */
async function holdStoring(): Promise<() => Promise<unknown>> {
  await direct.query("SELECT pg_advisory_lock($1)", [LOCK]);
  return () => direct.query("SELECT pg_advisory_unlock($1)", [LOCK]);
}

const untilWhole = () =>
  until(async () => posthouse.rolePids("api").length > 0 && (await posthouse.isReady()), {
    within: 30_000,
    what: "the API to be back",
  });

test("killed in the middle of a batch: whole or nothing, and whole once after the repeat (C28, F1)", async () => {
  const release = await holdStoring();
  const unanswered = sendBatch("killed");
  await until(isWaiting, { within: 30_000, what: "the batch to be in progress" });
  await posthouse.kill("api");
  await release();
  expect(await unanswered).toBeNull();
  await untilWhole();
  await until(async () => !(await isStoring()), { within: 30_000, what: "the statement to end" });
  const [left] = await stored("killed");
  expect([0, batchSize]).toContain(left);
  expect(await stored("killed")).toEqual([left, left, left]);
  const answer = await sendBatch("killed");
  expect([answer?.status, answer?.replayed, answer?.body.emails?.length]).toEqual([200, left > 0, batchSize]);
  expect(await stored("killed")).toEqual([batchSize, batchSize, batchSize]);
});

test.each([
  ["an email", "send", sendOne, 1],
  ["a batch", "batch", sendBatch, batchSize],
] as const)(
  "killed between the commit of %s and its answer: the repeat is a replay (C21, F1)",
  async (_, name, ask, count) => {
    const subject = `committed ${name}`;
    const release = await holdStoring();
    const unanswered = ask(subject);
    await until(isWaiting, { within: 30_000, what: "the statement to wait" });
    const [pid] = posthouse.rolePids("api");
    if (!pid) throw new Error("no api process");
    process.kill(pid, "SIGSTOP");
    await release();
    await until(async () => (await stored(subject))[0] === count, { within: 30_000, what: "the commit" });
    await posthouse.kill("api");
    expect(await unanswered).toBeNull();
    await untilWhole();
    const answer = await ask(subject);
    expect([answer?.status, answer?.replayed]).toEqual([200, true]);
    expect(await stored(subject)).toEqual([count, count, count]);
    const ids = answer?.body.emails?.map(({ id }) => id) ?? [answer?.body.id];
    const { rows } = await direct.query("SELECT id FROM emails WHERE subject = $1", [subject]);
    expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
  },
);

test("while one request is in progress, the others are asked to retry later (C21)", async () => {
  const release = await holdStoring();
  const first = sendOne("slow");
  await until(isWaiting, { within: 30_000, what: "the statement to wait" });
  expect(await sendOne("slow")).toMatchObject({
    status: 409,
    retryAfter: "1",
    body: { error: { code: "idempotency_in_progress" } },
  });
  await release();
  expect((await first)?.status).toBe(200);
  expect((await sendOne("slow"))?.replayed).toBe(true);
});

test("a key with NUL or other controls is refused before it is one (C21)", async () => {
  for (const key of ["a\0b", "a\x01b", "a\x7fb"]) {
    const socket = connect(posthouse.port, "127.0.0.1");
    const body = JSON.stringify({ to: "a@example.com", subject: "controls", text: "x" });
    socket.write(
      `POST /api/v1/send HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${apiKey}\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect([key, /^HTTP\/1\.1 4(?:00|22) /.test(answer)]).toEqual([key, true]);
  }
  expect(await stored("controls")).toEqual([0, 0, 0]);
});

async function isStoring(): Promise<boolean> {
  const { rowCount } = await direct.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%new_emails%' AND pid <> pg_backend_pid()",
  );
  return rowCount !== 0;
}
