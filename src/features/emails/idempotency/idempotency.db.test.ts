import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import {
  ACCEPT_TABLES,
  ApiCaller,
  type ApiResponse,
  keyCaller,
  newAccount,
  rowCounts,
  startSecondNode,
} from "../../../../test/harness/api-caller.ts";
import { type FailingDatabase, startFailingDatabase } from "../../../../test/harness/failing-database.ts";
import { until } from "../../../../test/harness/until.ts";

const api = useApi();
let second: Awaited<ReturnType<typeof startSecondNode>>;
let firstNode: ApiCaller;
let nodes: ApiCaller[];

beforeAll(async () => {
  second = await startSecondNode(api);
  firstNode = keyCaller(api);
  nodes = [firstNode, second.caller];
});
afterAll(async () => {
  await second.close();
});

const email = { to: "ada@example.com", subject: "Once", text: "Hello" };
const withKey = (key: string) => ({ "idempotency-key": key });
const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);

async function storedAs(subject: string): Promise<number> {
  const { rows } = await query("SELECT count(*) AS n FROM emails WHERE subject = $1", [subject]);
  return rows[0].n;
}

/** Makes the same call `times` times at once, alternating between both nodes. */
async function storm(times: number, ask: (node: ApiCaller, n: number) => Promise<ApiResponse>) {
  const asked = Array.from({ length: times }, (_, n) => ask(nodes[n % nodes.length] as ApiCaller, n));
  return await Promise.all(asked);
}

/** One call was executed. All others got its response, or an error that asks them to retry. */
function expectOneExecution(responses: ApiResponse[]): void {
  const done = responses.filter(({ status }) => status === 200);
  const waiting = responses.filter(({ status }) => status !== 200);
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(done.filter(({ headers }) => headers["idempotent-replay"] === undefined)).toHaveLength(1);
  for (const { status, headers, body } of waiting) {
    expect([status, body.error.code]).toEqual([409, "idempotency_in_progress"]);
    expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  }
}

describe("a key on two nodes (C21)", () => {
  test("fifty equal calls at once create one email, on send, batch and resend (C21)", async () => {
    const subject = "fifty";
    const key = withKey("fifty");
    expectOneExecution(await storm(50, (node) => node.send({ ...email, subject }, key)));
    expect(await storedAs(subject)).toBe(1);

    const emails = [
      { ...email, subject: "fifty batches" },
      { ...email, subject: "fifty batches" },
    ];
    expectOneExecution(
      await storm(50, (node) => node.post("/api/v1/emails/batch", { emails }, withKey("fifty batches"))),
    );
    expect(await storedAs("fifty batches")).toBe(2);

    const id = await firstNode.sent({ ...email, subject: "fifty resends" });
    const resend = `/api/v1/emails/${id}/resend`;
    expectOneExecution(await storm(50, (node) => node.post(resend, {}, withKey("fifty resends"))));
    expect(await storedAs("fifty resends")).toBe(2);
  });

  test("later calls on either node replay the first response, whatever the order of members (C21)", async () => {
    const first = await firstNode.send(email, withKey("later"));
    expect(first.headers["idempotent-replay"]).toBeUndefined();
    const before = await rowCounts(api, ACCEPT_TABLES);
    const reordered = { text: email.text, subject: email.subject, to: email.to };
    for (const node of nodes) {
      const again = await node.send(reordered, withKey("later"));
      expect(again).toMatchObject({
        status: 200,
        headers: { "idempotent-replay": "true" },
        body: first.body,
      });
    }
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  });

  test("another body, or another operation, with the same key is a conflict and stores nothing (C21)", async () => {
    const key = withKey("conflict");
    const id = await firstNode.sent(email, key);
    const before = await rowCounts(api, ["emails", "recipients", "idempotency_keys"]);
    const otherRequests = [
      () => second.caller.send({ ...email, subject: "Other" }, key),
      () => second.caller.send({ ...email, to: ["ada@example.com"] }, key),
      () => firstNode.post("/api/v1/emails/batch", { emails: [email] }, key),
      () => firstNode.post(`/api/v1/emails/${id}/resend`, {}, key),
    ];
    for (const ask of otherRequests)
      expect(await ask()).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } });
    expect(await rowCounts(api, ["emails", "recipients", "idempotency_keys"])).toEqual(before);
  });

  test("when two bodies race for a key, one wins and the other gets a conflict (C21)", async () => {
    const responses = await storm(40, (node, n) =>
      node.send({ ...email, subject: `race ${n % 4 < 2 ? "a" : "b"}` }, withKey("race")),
    );
    const done = responses.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    expect((await storedAs("race a")) + (await storedAs("race b"))).toBe(1);
    for (const { status, body } of responses.filter(({ status }) => status !== 200)) {
      expect(status).toBe(409);
      expect(["idempotency_conflict", "idempotency_in_progress"]).toContain(body.error.code);
    }
  });

  test("the same key of another account is a different key (C21, L4)", async () => {
    const other = await newAccount(api, "other@idempotency.example");
    const first = await firstNode.send({ ...email, subject: "ours" }, withKey("shared"));
    const theirs = await other.caller.send({ ...email, subject: "theirs" }, withKey("shared"));
    expect(theirs.status).toBe(200);
    expect(theirs.headers["idempotent-replay"]).toBeUndefined();
    expect(theirs.body.id).not.toBe(first.body.id);
  });
});

describe("valid and invalid keys (C21)", () => {
  test.each([
    ["one character", "k"],
    ["256 characters", "k".repeat(256)],
    ["all of printable ASCII", Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).join("")],
    ["a space inside", "a b"],
  ])("%s is a valid key (C21)", async (_, key) => {
    const first = await firstNode.send(email, withKey(key));
    const again = await firstNode.send(email, withKey(key));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.id).toBe(first.body.id);
  });

  test.each([
    ["nothing", ""],
    ["257 characters", "k".repeat(257)],
    ["an umlaut", "schl\u00fcssel"],
    ["an emoji as UTF-8", Buffer.from("\u{1f511}").toString("latin1")],
    ["a tab", "a\tb"],
  ])("%s is rejected by name, and nothing is stored (C21)", async (_, key) => {
    const before = await rowCounts(api, ACCEPT_TABLES);
    const response = await firstNode.send(email, withKey(key));
    expect([response.status, response.problems.map((path) => path.toLowerCase())]).toEqual([
      422,
      ["idempotency-key"],
    ]);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  });
});

describe("the expiry of a key (C21)", () => {
  test("a key is free after 24 hours, and not a second earlier (C21)", async () => {
    const first = await firstNode.send(email, withKey("boundary"));
    const { rows } = await query(
      "SELECT extract(epoch FROM expires_at - now()) AS seconds FROM idempotency_keys WHERE key = 'boundary'",
    );
    expect(Number(rows[0].seconds) / 3_600).toBeCloseTo(24, 1);
    const setExpiry = (ahead: string) =>
      query("UPDATE idempotency_keys SET expires_at = now() + $1::interval WHERE key = 'boundary'", [ahead]);
    await setExpiry("1 minute");
    expect((await firstNode.send({ ...email, subject: "Other" }, withKey("boundary"))).status).toBe(409);
    await setExpiry("0");
    const next = await firstNode.send({ ...email, subject: "Other" }, withKey("boundary"));
    expect(next.status).toBe(200);
    expect(next.headers["idempotent-replay"]).toBeUndefined();
    expect(next.body.id).not.toBe(first.body.id);
    expect((await firstNode.send({ ...email, subject: "Other" }, withKey("boundary"))).body.id).toBe(
      next.body.id,
    );
  });

  test("an expired key that is used concurrently on two nodes creates one email again (C21)", async () => {
    for (let round = 0; round < 10; round += 1) {
      const subject = `ended ${round}`;
      await firstNode.sent({ ...email, subject }, withKey(subject));
      await query("UPDATE idempotency_keys SET expires_at = now() WHERE key = $1", [subject]);
      expectOneExecution(await storm(10, (node) => node.send({ ...email, subject }, withKey(subject))));
      expect(await storedAs(subject)).toBe(2);
    }
  });

  test("a replay after the scheduled time is no error (C21, C23)", async () => {
    // A time up to a minute ago still means now; this one is at the end of that minute.
    const justInTime = { ...email, scheduled_at: new Date(Date.now() - 54_000).toISOString() };
    const first = await firstNode.send(justInTime, withKey("late"));
    expect(first.status).toBe(200);
    let attempt = 0;
    await until(
      async () => {
        attempt += 1;
        return (await firstNode.send(justInTime, withKey(`too late ${attempt}`))).problems?.includes(
          "scheduled_at",
        );
      },
      { what: "the minute to be over", every: 100 },
    );
    for (const node of nodes) expect((await node.send(justInTime, withKey("late"))).body).toEqual(first.body);
  });
});

describe("a failed request leaves the key free (C21)", () => {
  test.each([
    ["schema", { ...email, to: [] }],
    ["address", { ...email, to: "no-address" }],
    ["schedule", { ...email, scheduled_at: "2020-01-01T00:00:00Z" }],
  ])("an invalid %s stores nothing under the key (C21)", async (name, invalid) => {
    const key = withKey(`invalid ${name}`);
    const before = await rowCounts(api, ACCEPT_TABLES);
    for (const node of nodes) expect((await node.send(invalid, key)).status).toBe(422);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
    const right = await firstNode.send(email, key);
    expect(right.status).toBe(200);
    expect(right.headers["idempotent-replay"]).toBeUndefined();
  });

  test("a database failure is 503, and a retry with the same key sends once (C30)", async () => {
    await query(
      "CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'gone' USING ERRCODE = '57P01'; END $$",
    );
    await query("CREATE TRIGGER gone BEFORE INSERT ON emails EXECUTE FUNCTION end_session()");
    const subject = "outage";
    const refused = await firstNode.send({ ...email, subject }, withKey(subject));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
    expect(await storedAs(subject)).toBe(0);
    await query("DROP TRIGGER gone ON emails");
    const accepted = await firstNode.send({ ...email, subject }, withKey(subject));
    expect(accepted.status).toBe(200);
    expect(accepted.headers["idempotent-replay"]).toBeUndefined();
    expect((await second.caller.send({ ...email, subject }, withKey(subject))).body).toEqual(accepted.body);
    expect(await storedAs(subject)).toBe(1);
  });
});

describe("a connection that breaks (C21, C30)", () => {
  let failing: FailingDatabase;
  let node: Awaited<ReturnType<typeof startSecondNode>>;
  beforeAll(async () => {
    failing = await startFailingDatabase(api.database.connectionString);
    const database = { ...api.database, connectionString: failing.connectionString };
    node = await startSecondNode({ ...api, database });
  });
  afterAll(async () => {
    await node.close();
    await failing.close();
  });

  test("a request that is invalid by now is 503 while the look-up of its key fails (C21)", async () => {
    const late = { ...email, scheduled_at: "2020-01-01T00:00:00Z" };
    const { failed } = failing.fail({
      text: "SELECT answer, request_hash",
      failure: "reset before",
      times: 1,
    });
    const refused = await node.caller.send(late, withKey("unknown"));
    await failed;
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect(refused.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    expect((await node.caller.send(late, withKey("unknown"))).status).toBe(422);
  });

  test("a request whose commit succeeded without a response gets its response (C30)", async () => {
    const subject = "lost response";
    const { failed } = failing.fail({ text: "WITH guarded AS", failure: "reset after", times: 1 });
    const sent = await node.caller.send({ ...email, subject }, withKey(subject));
    await failed;
    expect(sent).toMatchObject({ status: 200, headers: { "idempotent-replay": "true" } });
    expect(await storedAs(subject)).toBe(1);
  });
});

describe("batches and resends (C21)", () => {
  test("a per_item batch is replayed with its errors (C21, C28)", async () => {
    const batch = { mode: "per_item", emails: [email, { ...email, to: "no-address" }] };
    const ask = () => firstNode.post("/api/v1/emails/batch", batch, withKey("mixed"));
    const first = await ask();
    expect(first.body.emails).toMatchObject([{ success: true }, { success: false }]);
    const again = await ask();
    expect(again).toMatchObject({ headers: { "idempotent-replay": "true" }, body: first.body });
    const conflict = await firstNode.post("/api/v1/emails/batch", { emails: [email] }, withKey("mixed"));
    expect(conflict.body.error.code).toBe("idempotency_conflict");
  });

  test("a per_item batch whose emails are all refused by now is replayed (C21, C28)", async () => {
    const { session } = await newAccount(api, "refused@idempotency.example");
    const { id, key } = (await session.post("/api/keys", { name: "sender" })).body;
    const sender = new ApiCaller(api.app, { authorization: `Bearer ${key}` });
    const mail = { ...email, from: "ada@example.com" };
    const allowOnly = async (domain: string) => {
      await session.patch(`/api/keys/${id}`, { from_domains: [domain] });
      const isAllowed = async () => (await sender.send(mail)).status === 200;
      await until(async () => (await isAllowed()) === (domain === "example.com"), {
        what: "the new domains",
      });
    };
    const ask = (name: string) =>
      sender.post("/api/v1/emails/batch", { mode: "per_item", emails: [mail] }, withKey(name));
    const first = await ask("accepted");
    expect(first.body.emails).toMatchObject([{ success: true }]);

    await allowOnly("other.example");
    expect(await ask("accepted")).toMatchObject({
      headers: { "idempotent-replay": "true" },
      body: first.body,
    });
    const refused = await ask("refused");
    expect(refused.body.emails).toMatchObject([{ success: false, error: { code: "sender_not_allowed" } }]);

    await allowOnly("example.com");
    const corrected = await ask("refused");
    expect(corrected.headers["idempotent-replay"]).toBeUndefined();
    expect(corrected.body.emails).toMatchObject([{ success: true }]);
  });

  test("a resend to other recipients with the same key is a conflict (C21)", async () => {
    const id = await firstNode.sent(email);
    const url = `/api/v1/emails/${id}/resend`;
    const first = await firstNode.post(url, { to: "b@example.com" }, withKey("resend"));
    expect(first.status).toBe(200);
    expect((await firstNode.post(url, { to: "b@example.com" }, withKey("resend"))).body).toEqual(first.body);
    expect((await firstNode.post(url, { to: "c@example.com" }, withKey("resend"))).status).toBe(409);
  });

  test("a dry run uses no key (C21)", async () => {
    const dry = await firstNode.post("/api/v1/send?dry_run=true", email, withKey("dry"));
    expect(dry.body.dry_run).toBe(true);
    expect((await firstNode.send({ ...email, subject: "Wet" }, withKey("dry"))).status).toBe(200);
  });
});
