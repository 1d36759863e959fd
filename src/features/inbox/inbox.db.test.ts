import { beforeEach, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, keyCaller, newAccount } from "../../../test/harness/api-caller.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { newId } from "../../platform/ids/index.ts";
import type { SendRequest } from "../emails/index.ts";
import { INSTANCE_ID } from "../routing/index.ts";

const api = useApi();
let accountId = "";

beforeEach(async () => {
  const { rows } = await api.database.pool.query("SELECT id FROM accounts ORDER BY id LIMIT 1");
  accountId = rows[0].id;
  for (const table of ["inboxes", "inbox_emails", "recipients", "emails"])
    await api.database.pool.query(`DELETE FROM ${table}`);
});

/** Stores an email whose recipients are all captured. */
async function capture(change: Partial<SendRequest> = {}, owner = accountId): Promise<string> {
  const email = draftEmail(owner, { to: "ada@example.com", subject: "Hello", text: "Hi", ...change });
  await storeEmails(api.database, [email]);
  await settle(email.id, "captured");
  return email.id;
}

/** Returns their ids, oldest first. */
async function captureMany(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () =>
    draftEmail(accountId, { to: "ada@example.com", subject: "Hello", text: "Hi" }),
  );
  await storeEmails(api.database, emails);
  await api.database.pool.query(
    "UPDATE recipients SET state = 'captured', due_at = NULL, ready = false, updated_at = clock_timestamp() WHERE email_id = ANY ($1::uuid[])",
    [emails.map(({ id }) => id)],
  );
  return emails.map(({ id }) => id);
}

async function settle(id: string, state: string): Promise<void> {
  await api.database.pool.query(
    "UPDATE recipients SET state = $2, due_at = NULL, ready = false, updated_at = clock_timestamp() WHERE email_id = $1",
    [id, state],
  );
}

async function call(method: "GET" | "POST", path: string, body?: object) {
  const response = await api.app.inject({
    method,
    url: `/api/v1/inbox${path}`,
    headers: api.authorization,
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.body ? response.json() : null };
}

async function list(query = ""): Promise<string[]> {
  const { body } = await call("GET", query);
  return body.emails.map(({ id }: { id: string }) => id);
}

const unread = async () => (await call("GET", "/unread")).body.unread;

test("the inbox has the captured emails of the account, newest first, with the time of their capture", async () => {
  const first = await capture();
  const second = await capture({ to: ["bob@example.com", "ada@example.com"] });
  await capture({}, newId());
  const delivered = await capture();
  await settle(delivered, "delivered");
  const { status, body } = await call("GET", "");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    emails: [
      { id: second, read: false, status: "captured", recipient_count: 2 },
      { id: first, read: false, subject: "Hello" },
    ],
    unread: 2,
    unread_is_exact: true,
    pagination: { has_more: false, next_cursor: null },
  });
  expect(Date.now() - Date.parse(body.emails[0].captured_at)).toBeLessThan(60_000);
});

test("pages follow each other, and a foreign or changed cursor is refused", async () => {
  const ids = [await capture(), await capture(), await capture()].reverse();
  const first = await call("GET", "?limit=2");
  expect(first.body.emails.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  const cursor = first.body.pagination.next_cursor;
  expect(await list(`?limit=2&cursor=${cursor}`)).toEqual(ids.slice(2));
  expect((await call("GET", "?cursor=x")).status).toBe(422);
});

test("after everything was read and cleared, pages of unread mail have only what came since or was marked", async () => {
  const hidden = await captureMany(600);
  expect((await call("POST", "/clear")).status).toBe(204);
  const old = await captureMany(600);
  expect((await call("POST", "/mark", { read: true })).body).toMatchObject({ unread: 0 });
  const marked = [old[0] as string, old[300] as string];
  await call("POST", "/mark", { ids: [...marked, hidden[0]], read: false });
  const since = [await capture(), await capture(), await capture()];
  const first = await call("GET", "?unread=true&limit=3");
  expect(first.body).toMatchObject({ total: 603, total_is_exact: true, unread: 5, unread_is_exact: true });
  expect(first.body.emails.map(({ id }: { id: string }) => id)).toEqual(since.toReversed());
  const cursor = first.body.pagination.next_cursor;
  expect(await list(`?unread=true&limit=3&cursor=${cursor}`)).toEqual(marked.toReversed());
});

test("pages of a large inbox have every email once, newest first", async () => {
  const ids = await captureMany(1_001);
  const seen: string[] = [];
  let cursor: string | null = "";
  do {
    const { body } = await call("GET", `?limit=100${cursor && `&cursor=${cursor}`}`);
    expect(body).toMatchObject({
      total: 1_000,
      total_is_exact: false,
      unread: 1_000,
      unread_is_exact: false,
    });
    seen.push(...body.emails.map(({ id }: { id: string }) => id));
    cursor = body.pagination.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(ids.toReversed());
});

test("an email with several recipients counts once, and is unread again when another one is captured", async () => {
  const id = await capture({ to: ["ada@example.com", "bob@example.com", "eve@example.com"] });
  await api.database.pool.query(
    "UPDATE recipients SET state = 'deferred', due_at = now() WHERE position = 2",
  );
  expect((await call("GET", "")).body).toMatchObject({ emails: [{ id }], total: 1, unread: 1 });
  await call("POST", "/mark", { read: true });
  expect(await list("?unread=true")).toEqual([]);
  await settle(id, "captured");
  expect((await call("GET", "?unread=true")).body).toMatchObject({ emails: [{ id }], total: 1, unread: 1 });
  await call("POST", "/clear");
  expect((await call("GET", "")).body).toMatchObject({ emails: [], total: 0, unread: 0 });
});

test("an email that was marked as unread and then cleared is not counted", async () => {
  const id = await capture();
  await call("POST", "/mark", { ids: [id], read: false });
  await call("POST", "/clear");
  expect(await unread()).toBe(0);
  await call("POST", "/restore", {});
  expect(await unread()).toBe(1);
});

test("emails are marked as read and unread, one by one and all", async () => {
  const [first, second] = [await capture(), await capture()];
  expect((await call("POST", "/mark", { ids: [first], read: true })).body).toMatchObject({ unread: 1 });
  expect(await list("?unread=true")).toEqual([second]);
  expect((await call("POST", "/mark", { read: true })).body).toMatchObject({ unread: 0 });
  const third = await capture();
  expect(await list("?unread=true")).toEqual([third]);
  expect((await call("POST", "/mark", { ids: [first], read: false })).body).toMatchObject({ unread: 2 });
  expect((await call("POST", "/mark", { read: false })).body).toMatchObject({ unread: 3 });
});

test("deleted emails leave the inbox, not the account, and are restored", async () => {
  const [kept, gone] = [await capture(), await capture()];
  const deleted = await call("POST", "/delete", { ids: [gone, gone, newId()] });
  expect(deleted.body).toEqual({ ids: [gone] });
  expect(await list()).toEqual([kept]);
  expect(await unread()).toBe(1);
  const email = await api.app.inject({ url: `/api/v1/emails/${gone}`, headers: api.authorization });
  expect(email.json()).toMatchObject({ status: "captured" });
  expect((await call("POST", "/restore", { ids: [gone, kept] })).body).toEqual({ ids: [gone] });
  expect(await list()).toEqual([gone, kept]);
});

test("a cleared inbox is empty, scheduled mail arrives in it later, and clearing is undone", async () => {
  const scheduled = draftEmail(accountId, { to: "late@example.com", subject: "Later", text: "Hi" });
  await storeEmails(api.database, [scheduled]);
  const [first, second] = [await capture(), await capture()];
  expect((await call("POST", "/clear")).status).toBe(204);
  expect(await list()).toEqual([]);
  expect(await unread()).toBe(0);
  await settle(scheduled.id, "captured");
  expect(await list()).toEqual([scheduled.id]);
  await call("POST", "/restore", {});
  expect(await list()).toEqual([second, first, scheduled.id]);
});

test("clearing an empty inbox again, for example after a lost response, keeps the undo", async () => {
  const [first, second] = [await capture(), await capture()];
  await call("POST", "/clear");
  await call("POST", "/clear");
  await call("POST", "/restore", {});
  expect(await list()).toEqual([second, first]);
});

test.each([
  ["part of the subject", { subject: "Your INVOICE 4711" }, "invoice 47"],
  ["a recipient", { to: "Bob <bob@shop.example>" }, "BOB@shop"],
  ["the text", { text: "Your code is 123 456." }, "code is 123"],
  ["the HTML without its tags", { html: "<p>Reset your <b>pass</b>word</p>" }, "your password"],
])("a search finds emails by %s", async (_what, change, text) => {
  await capture({ subject: "Another" });
  const found = await capture(change);
  expect(await list(`?search=${encodeURIComponent(text)}`)).toEqual([found]);
  expect(await list("?search=nothing+like+it")).toEqual([]);
});

test("a search does not find tags or attributes of the HTML", async () => {
  await capture({ html: '<p class="invisible-name">Hi</p>', text: "Hi" });
  expect(await list("?search=invisible-name")).toEqual([]);
});

test("a search continues behind 500 emails without the text", async () => {
  const wanted = await capture({ subject: "The needle" });
  const others = Array.from({ length: 501 }, () =>
    draftEmail(accountId, { to: "ada@example.com", subject: "Hay", text: "Hi" }),
  );
  await storeEmails(api.database, others);
  await api.database.pool.query("UPDATE recipients SET state = 'captured', due_at = NULL, ready = false");
  const first = await call("GET", "?search=needle");
  expect(first.body).toMatchObject({ emails: [], pagination: { has_more: true } });
  expect(await list(`?search=needle&cursor=${first.body.pagination.next_cursor}`)).toEqual([wanted]);
});

test("a message submitted by SMTP is searched as it is shown", async () => {
  const email = draftEmail(accountId, { to: "ada@example.com", subject: "Raw", text: "x" });
  const body = Buffer.from("Grüße aus Köln").toString("base64");
  const raw = Buffer.from(
    `From: a@example.com\r\nSubject: Raw\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`,
  );
  const { contentOf } = await import("../emails/contents/content.ts");
  await storeEmails(api.database, [{ ...email, html: null, text: null, raw: contentOf(raw) }]);
  await settle(email.id, "captured");
  expect(await list(`?search=${encodeURIComponent("grüße aus")}`)).toEqual([email.id]);
});

test("only emails to a recipient are listed with `to`", async () => {
  const bob = await capture({ to: ["ada@example.com", "bob@example.com"] });
  await capture();
  expect(await list("?to=BOB@")).toEqual([bob]);
});

test("in test mode an email is not released; unknown emails and sent ones have their own errors", async () => {
  const id = await capture();
  const sent = await capture();
  await settle(sent, "delivered");
  const to = "real@example.com";
  expect(await call("POST", `/${id}/release`, { to })).toMatchObject({
    status: 409,
    body: { error: { code: "test_mode" } },
  });
  expect(await call("POST", `/${sent}/release`, { to })).toMatchObject({
    status: 404,
    body: { error: { code: "not_in_inbox" } },
  });
  expect(await call("POST", `/${newId()}/release`, { to })).toMatchObject({
    status: 404,
    body: { error: { code: "email_not_found" } },
  });
});

test("in test mode, only operators release mail through the relay of the instance", async () => {
  await api.database.pool.query(
    `INSERT INTO relays (account_id, id, name, kind, url, weight, enabled) VALUES ($1, $2, 'sink', 'smtp', 'smtp://127.0.0.1:1', 1, true)`,
    [INSTANCE_ID, newId()],
  );
  const to = "real@example.com";
  const release = async (caller: ApiCaller, id: string, headers = {}) => {
    const { status, body } = await caller.post(`/api/v1/inbox/${id}/release`, { to }, headers);
    return [status, body.error?.code];
  };
  const operator = keyCaller(api);
  const careful = async () => await capture({ on_uncertain: "hold" });
  await expect.poll(async () => await release(operator, await careful())).toEqual([200, undefined]);
  const other = await newAccount(api, "other@example.com");
  expect(await release(other.caller, await capture({}, other.id))).toEqual([409, "test_mode"]);
  const limited = await (await adminCaller(api)).newKey({ daily_limit: 100 });
  expect(await release(limited, await capture())).toEqual([409, "test_mode"]);

  // A release is repeated after the email has left the inbox.
  const released = await capture();
  const again = { "idempotency-key": "again" };
  const first = await operator.post(`/api/v1/inbox/${released}/release`, { to }, again);
  await operator.post("/api/v1/inbox/clear", {});
  const second = await operator.post(`/api/v1/inbox/${released}/release`, { to }, again);
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(await release(operator, released)).toEqual([404, "not_in_inbox"]);

  // A resend with the same key is another request.
  const id = await capture();
  const key = { "idempotency-key": "release" };
  expect((await operator.post(`/api/v1/emails/${id}/resend`, { to }, key)).status).toBe(200);
  expect(await release(operator, id, key)).toEqual([409, "idempotency_conflict"]);
  const { rows } = await api.database.pool.query(
    "SELECT release_relay_id AS relay, on_uncertain FROM emails",
  );
  const copies = rows.filter(({ relay }) => relay !== null);
  expect(copies.map(({ on_uncertain }) => on_uncertain)).toContain("hold");
});

test("wrong input is refused and changes nothing", async () => {
  const id = await capture();
  for (const [path, body] of [
    ["/mark", { ids: [id] }],
    ["/mark", { ids: [], read: true }],
    ["/mark", { ids: ["x"], read: true }],
    ["/delete", {}],
    ["/delete", { ids: Array(1_001).fill(id) }],
    ["/restore", { ids: "x" }],
    [`/${id}/release`, {}],
  ] as const)
    expect((await call("POST", path, body)).status, `${path} ${JSON.stringify(body)}`.slice(0, 80)).toBe(422);
  expect(await list("?unread=true")).toEqual([id]);
});
