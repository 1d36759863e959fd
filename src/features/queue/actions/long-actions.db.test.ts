import { beforeAll, beforeEach, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller } from "../../../../test/harness/api-caller.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { CurrentPauses } from "../index.ts";
import { sweepQueue } from "../sweep-queue.ts";
import { act as actOnQueue } from "./act.ts";

const api = useApi();
let admin: ApiCaller;
let program: ApiCaller;
beforeAll(async () => {
  admin = await adminCaller(api);
  program = await admin.newKey();
});
beforeEach(() => sql("TRUNCATE recipients, events, queue_pauses, audit_events"));

const sql = async (text: string) => (await api.database.pool.query(text)).rows;
const act = async (body: object) => (await admin.post("/api/queue/actions", body)).body;
/** More than one commit of an action changes. */
const RECIPIENTS = 5_000;

/** Stores many waiting recipients of one email, with their events so far. */
async function fill(): Promise<void> {
  await program.sent({ to: "r0@one.example", subject: "Hello", text: "Hello" });
  await sql(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, ready, bulk, due_at)
     SELECT account_id, email_id, n, 'r' || n || '@one.example', 'r' || n || '@one.example', true, bulk, due_at
     FROM recipients, generate_series(1, ${RECIPIENTS - 1}) n`,
  );
}

/** Repeats the action as the dashboard does, and returns the number of changed recipients of each request. */
async function untilDone(body: object): Promise<number[]> {
  const changed: number[] = [];
  for (let more: object = {}; ; ) {
    const answer = await act({ ...body, ...more });
    changed.push(answer.changed);
    if (!answer.has_more) return changed;
    more = { before: answer.before };
  }
}

test("a purge of more mail than fits into one commit cancels each recipient once", async () => {
  await fill();
  const changed = await untilDone({ action: "purge", scope: { domain: "one.example" } });
  expect(changed.reduce((sum, n) => sum + n, 0)).toBe(RECIPIENTS);
  expect(await sql("SELECT state, count(*)::integer AS n FROM recipients GROUP BY state")).toEqual([
    { state: "canceled", n: RECIPIENTS },
  ]);
  expect(
    await sql(
      "SELECT count(*)::integer AS n, count(DISTINCT position)::integer AS once FROM events WHERE type = 'canceled'",
    ),
  ).toEqual([{ n: RECIPIENTS, once: RECIPIENTS }]);
});

test("two purges at the same time cancel each recipient once", async () => {
  await fill();
  const purge = () => untilDone({ action: "purge", scope: {} });
  const changed = (await Promise.all([purge(), purge()])).flat();
  expect(changed.reduce((sum, n) => sum + n, 0)).toBe(RECIPIENTS);
  expect(await sql("SELECT count(*)::integer AS n FROM events WHERE type = 'canceled'")).toEqual([
    { n: RECIPIENTS },
  ]);
});

test.each(["purge", "retry"])("a %s waits for rows that another transaction has locked", async (action) => {
  await program.sent({ to: "a@one.example", subject: "Hello", text: "Hello" });
  await sql("UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour'");
  const client = await api.database.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM recipients FOR UPDATE");
  const unfinished = await act({ action, scope: {} });
  expect(unfinished).toMatchObject({ changed: 0, has_more: true });
  const acting = act({ action, scope: {}, before: unfinished.before });
  await client.query("COMMIT");
  client.release();
  expect(await acting).toMatchObject({ changed: 1, has_more: false });
});

test("a purge that fails halfway is audited with the recipients that it has canceled", async () => {
  await program.sent({ to: "a@one.example", subject: "Hello", text: "Hello" });
  await sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM recipients WHERE state = 'canceled') THEN RAISE 'made to fail'; END IF; RETURN NULL; END $$`);
  await sql("CREATE TRIGGER fail BEFORE UPDATE ON recipients FOR EACH STATEMENT EXECUTE FUNCTION fail()");
  const { status } = await admin.post("/api/queue/actions", { action: "purge", scope: {} });
  await sql("DROP FUNCTION fail CASCADE");
  expect(status).toBe(500);
  expect(await sql("SELECT action, (detail ->> 'changed')::integer AS changed FROM audit_events")).toEqual([
    { action: "queue.purged", changed: 1 },
  ]);
});

test("a purge whose audit event cannot be stored is in the log", async () => {
  await program.sent({ to: "a@one.example", subject: "Hello", text: "Hello" });
  await sql(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'made to fail'; END $$`,
  );
  await sql("CREATE TRIGGER fail BEFORE INSERT ON audit_events EXECUTE FUNCTION fail()");
  const { id: accountId } = (await sql("SELECT id FROM accounts"))[0];
  const logged: object[] = [];
  const log = { ...createLogger("silent", "test"), error: (fields: object) => void logged.push(fields) };
  const scope = { accountId, target: "all", name: "" } as const;
  const purge = { action: "purge", scope, reason: null, seconds: null, before: null } as const;
  const by = { personId: newId(), keyId: null, network: null };
  const acting = actOnQueue({ database: api.database, log, onDue: () => undefined }, purge, {
    by,
    accountId,
    byOperator: false,
  });
  await expect(acting).rejects.toThrow("made to fail");
  await sql("DROP FUNCTION fail CASCADE");
  expect(logged).toMatchObject([
    { event: "queue.not_audited", accountId, personId: by.personId, action: "purge", scope, changed: 1 },
  ]);
});

test("a pause with a duration ends by itself", async () => {
  await act({ action: "pause", scope: { domain: "one.example" }, seconds: 3_600 });
  const domainsNow = async () => (await new CurrentPauses({ database: api.database }).load()).domains;
  const accountDomainsNow = async () =>
    (await new CurrentPauses({ database: api.database }).load()).accountDomains;
  expect(await accountDomainsNow()).toHaveLength(1);
  await sql("UPDATE queue_pauses SET ends_at = now() - interval '1 second'");
  expect([await accountDomainsNow(), await domainsNow()]).toEqual([[], []]);
  const { pauses } = (await admin.get("/api/queue")).body;
  expect(pauses).toEqual([]);
  await sweepQueue(api.database);
  expect(await sql("SELECT FROM queue_pauses")).toEqual([]);
});

test("a second pause of the same scope replaces the first, and one resume ends it", async () => {
  await act({ action: "pause", scope: { domain: "one.example" }, seconds: 60 });
  await act({ action: "hold", scope: { domain: "one.example" }, reason: "to be reviewed" });
  const { pauses } = (await admin.get("/api/queue?limit=2")).body;
  expect(pauses).toMatchObject([{ kind: "hold", reason: "to be reviewed", ends_at: null }]);
  expect((await act({ action: "resume", scope: { domain: "one.example" } })).changed).toBe(1);
  expect((await act({ action: "resume", scope: { domain: "one.example" } })).changed).toBe(0);
});
