import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import {
  type ApiCaller,
  adminCaller,
  keyCaller,
  newAccount,
  rowCounts,
  startSecondNode,
} from "../../../../test/harness/api-caller.ts";
import { awayFromEndOf } from "../../../../test/harness/away-from-end-of.ts";
import { until } from "../../../../test/harness/until.ts";
import { firstIdAt } from "../../../platform/ids/index.ts";
import { sweepContents } from "./sweep-contents.ts";

const api = useApi();
let second: Awaited<ReturnType<typeof startSecondNode>>;
let caller: ApiCaller;
let admin: ApiCaller;

beforeAll(async () => {
  second = await startSecondNode(api);
  caller = keyCaller(api);
  admin = await adminCaller(api);
});
afterAll(async () => {
  await second.close();
});

beforeEach(() => awayFromEndOf("day"));

const email = { to: "ada@example.com", subject: "Hello" };
const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const retentionDays = 30;
const graceDays = 4;

/** Makes contents that contain this text look `days` days old. */
const age = (text: string, days: number) =>
  query(
    "UPDATE contents SET last_used_on = (now() AT TIME ZONE 'UTC')::date - $2::integer WHERE position(convert_to($1, 'UTF8') IN bytes) > 0",
    [text, days],
  );

async function holding(text: string) {
  const { rows } = await query(
    "SELECT account_id, last_used_on::text AS used FROM contents WHERE position(convert_to($1, 'UTF8') IN bytes) > 0",
    [text],
  );
  return rows;
}

const today = () => new Date().toISOString().slice(0, 10);

describe("deduplication", () => {
  test("two emails with the same body share a row, in one statement or on two nodes", async () => {
    const body = { ...email, html: "<p>shared html</p>", text: "shared text" };
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? second.caller : caller).sent(body)));
    await caller.sent({ ...email, html: "shared text" });
    expect(await holding("shared html")).toHaveLength(1);
    expect(await holding("shared text")).toHaveLength(1);
  });

  test("two accounts never share a content (L4)", async () => {
    const other = await newAccount(api, "other@contents.example");
    const body = { ...email, text: "a text of two accounts" };
    await second.caller.sent(body);
    await other.caller.sent(body);
    const rows = await holding("a text of two accounts");
    expect(new Set(rows.map(({ account_id }) => account_id)).size).toBe(2);
    await age("a text of two accounts", 100);
    await caller.sent({ ...email, subject: "again", text: "a text of two accounts" });
    await sweepContents(api.database);
    expect(await holding("a text of two accounts")).toEqual([
      { account_id: expect.any(String), used: today() },
    ]);
  });

  test("an empty body and a non-ASCII body are returned as stored (C14)", async () => {
    const id = await caller.sent({ ...email, html: "", text: "\u{1f511} schl\u00fcssel" });
    expect(await caller.email(id)).toMatchObject({
      html: "",
      text: "\u{1f511} schl\u00fcssel",
      content_removed: false,
    });
  });
});

describe("retention", () => {
  test("contents are removed four days after the account's retention time, and the rest of the email is kept", async () => {
    const attachments = [{ filename: "a.txt", content: base64("an aged file") }];
    const fullEmail = {
      ...email,
      html: "<p>aged html</p>",
      text: "aged text",
      attachments,
      tags: [{ name: "t", value: "v" }],
    };
    const id = await caller.sent(fullEmail);
    const before = await caller.email(id);
    await age("aged", retentionDays + graceDays);
    await sweepContents(api.database);
    expect(await caller.email(id)).toEqual(before);

    await age("aged", retentionDays + graceDays + 1);
    await sweepContents(api.database);
    expect(await holding("aged")).toEqual([]);
    expect(await caller.email(id)).toEqual({ ...before, content_removed: true, html: null, text: null });
    expect((await caller.get("/api/v1/emails?tag=t:v")).body.emails).toMatchObject([{ id }]);
    const removed = { status: 409, body: { error: { code: "content_removed" } } };
    expect(await admin.get(`/api/emails/${id}/source`)).toMatchObject(removed);
    expect(await caller.post(`/api/v1/emails/${id}/resend`, {})).toMatchObject(removed);
    expect(await caller.get(`/api/v1/emails/${id}/attachments/0`)).toMatchObject(removed);
    expect((await caller.get(`/api/v1/emails/${id}/attachments/1`)).status).toBe(404);
    expect(await admin.get(`/api/emails/${id}/preview`)).toMatchObject({ status: 200, body: "" });
  });

  test("each account has its own retention time", async () => {
    const other = await newAccount(api, "short@contents.example");
    const { status } = await other.session.patch("/api/account", { retention_days: 1 });
    expect(status).toBe(200);
    const body = { ...email, text: "kept for one day or thirty" };
    await caller.sent(body);
    await other.caller.sent(body);
    await age("kept for one day or thirty", 1 + graceDays);
    await sweepContents(api.database);
    expect(await holding("kept for one day or thirty")).toHaveLength(2);
    await age("kept for one day or thirty", 2 + graceDays);
    await sweepContents(api.database);
    const rows = await holding("kept for one day or thirty");
    expect(rows.map(({ account_id }) => account_id)).not.toContain(other.id);
    expect(rows).toHaveLength(1);
  });

  test("a node whose clock is far behind does not make an email's content too old (F12, F13)", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 400 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const id = await caller.sent({ ...email, text: "from a slow clock" });
    await sweepContents(api.database);
    expect((await caller.email(id)).text).toBe("from a slow clock");
  });

  test("one sweep removes several batches", async () => {
    await query(
      "INSERT INTO contents (account_id, hash, bytes, last_used_on) SELECT gen_random_uuid(), sha256(n::text::bytea), ('many ' || n)::bytea, '2020-01-01' FROM generate_series(1, 2500) n",
    );
    await sweepContents(api.database);
    expect(await holding("many ")).toEqual([]);
  });

  test("an old content that is used again is kept, also when it is cached or used by a resend", async () => {
    for (const [text, again] of [
      [
        "used again by a send",
        (id: string) => caller.sent({ ...email, subject: id, text: "used again by a send" }),
      ],
      ["used again by a resend", (id: string) => caller.post(`/api/v1/emails/${id}/resend`, {})],
    ] as const) {
      const id = await second.caller.sent({ ...email, text });
      await age(text, retentionDays + graceDays);
      await again(id);
      expect(await holding(text)).toMatchObject([{ used: today() }]);
      await sweepContents(api.database);
      expect((await caller.email(id)).text).toBe(text);
    }
  });

  test("an email that is accepted while its old content is being swept keeps its content", async () => {
    for (let round = 0; round < 30; round += 1) {
      const text = `swept and used ${round}`;
      await second.caller.sent({ ...email, text });
      await age(text, 100);
      const [id] = await Promise.all([caller.sent({ ...email, text }), sweepContents(api.database)]);
      expect(await caller.email(id)).toMatchObject({ text, content_removed: false });
    }
  });

  test("waiting mail keeps its content until it is sent, however old", async () => {
    const other = await newAccount(api, "standstill@contents.example");
    await query("UPDATE accounts SET retention_days = 1 WHERE id = $1", [other.id]);
    const id = await other.caller.sent({ ...email, text: "stood still" });
    const isSweptAs = async (recipient: string) => {
      await query(`UPDATE recipients SET ${recipient} WHERE email_id = $1`, [id]);
      await age("stood still", 1 + graceDays + 1);
      await sweepContents(api.database);
      return (await other.caller.email(id)).content_removed;
    };
    const due = "due_at = now() - interval '6 days', expires_at = now() - interval '3 days'";
    expect(await isSweptAs(due)).toBe(false);
    expect(await isSweptAs("state = 'sending', due_at = now() + interval '20 s'")).toBe(false);
    expect(await isSweptAs("state = 'delivered', ready = false, due_at = NULL")).toBe(true);
  });

  test.each([
    [
      "keeps",
      "is retried for weeks",
      "state = 'deferred', ready = false, due_at = now() + interval '2 hours'",
      false,
    ],
    [
      "keeps",
      "is uncertain until a person decides",
      "state = 'uncertain', ready = false, due_at = NULL",
      false,
    ],
    ["keeps", "is in flight", "state = 'sending', ready = false, due_at = now() + interval '20 s'", false],
    ["removes", "was delivered", "state = 'delivered', ready = false, due_at = NULL", true],
  ])("a sweep %s the content of old mail that %s", async (_verb, _mail, recipient, isRemoved) => {
    const other = await newAccount(api, `${crypto.randomUUID()}@contents.example`);
    await query("UPDATE accounts SET retention_days = 1 WHERE id = $1", [other.id]);
    const text = `open ${crypto.randomUUID()}`;
    const attachments = [{ filename: "a.txt", content: base64(`file of ${text}`) }];
    const accepted = await other.caller.sent({ ...email, text, attachments });
    const id = firstIdAt(new Date(Date.now() - 10 * 86_400_000));
    await query("UPDATE emails SET id = $2 WHERE id = $1", [accepted, id]);
    await query(
      `UPDATE recipients SET email_id = $2, expires_at = now() + interval '20 days', ${recipient} WHERE email_id = $1`,
      [accepted, id],
    );
    await age(text, 1 + graceDays + 1);
    await sweepContents(api.database);
    expect(await other.caller.email(id)).toMatchObject({ content_removed: isRemoved });
    // The body and the file are needed today, and so they outlive their mail by the retention time.
    expect((await holding(text)).map(({ used }) => used)).toEqual(isRemoved ? [] : [today(), today()]);
  });

  test("a sweep skips contents that an acceptance is using, and an acceptance waits for contents that are being swept", async () => {
    const text = "used in a commit";
    await second.caller.sent({ ...email, text });
    await age(text, 100);
    const holder = await api.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query(
        "UPDATE contents SET last_used_on = (now() AT TIME ZONE 'UTC')::date WHERE position(convert_to($1, 'UTF8') IN bytes) > 0",
        [text],
      );
      await sweepContents(api.database);
      await holder.query("COMMIT");
      expect(await holding(text)).toHaveLength(1);

      await age(text, 100);
      await holder.query("BEGIN");
      await holder.query("DELETE FROM contents WHERE position(convert_to($1, 'UTF8') IN bytes) > 0", [text]);
      const sent = caller.sent({ ...email, text });
      await untilBlocked();
      await holder.query("COMMIT");
      expect((await caller.email(await sent)).text).toBe(text);
    } finally {
      holder.release();
    }
  });
});

describe("scheduled emails (C23)", () => {
  const days = (ahead: number) => new Date(Date.now() + ahead * 86_400_000);

  test("their contents are kept from the day on which the email is sent (C23)", async () => {
    const at = days(200);
    const id = await caller.sent({ ...email, text: "far ahead", scheduled_at: at.toISOString() });
    expect(await holding("far ahead")).toMatchObject([{ used: at.toISOString().slice(0, 10) }]);
    await caller.sent({ ...email, text: "far ahead" });
    expect(await holding("far ahead")).toMatchObject([{ used: at.toISOString().slice(0, 10) }]);
    const earlier = days(100);
    await caller.patch(`/api/v1/emails/${id}`, { scheduled_at: earlier.toISOString() });
    const later = days(300);
    await caller.patch(`/api/v1/emails/${id}`, { scheduled_at: later.toISOString() });
    expect(await holding("far ahead")).toMatchObject([{ used: later.toISOString().slice(0, 10) }]);
  });

  test("rescheduling an email to a later day keeps all its contents (C23)", async () => {
    const attachments = [{ filename: "a.txt", content: base64("moved file") }];
    const fullEmail = { ...email, html: "<p>moved html</p>", text: "moved text", attachments };
    const id = await caller.sent({ ...fullEmail, scheduled_at: "in 2 hours" });
    const later = days(300).toISOString();
    expect((await caller.patch(`/api/v1/emails/${id}`, { scheduled_at: later })).status).toBe(200);
    expect((await holding("moved")).map(({ used }) => used)).toEqual(Array(3).fill(later.slice(0, 10)));
  });
});

test("a content that is sent repeatedly on one day is written once, and its row is not updated (F23)", async () => {
  const body = { ...email, text: "a newsletter" };
  await caller.sent(body);
  const versionOf = async () =>
    (await query("SELECT xmin::text FROM contents WHERE bytes = 'a newsletter'")).rows[0].xmin;
  const before = await versionOf();
  await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? second.caller : caller).sent(body)));
  expect(await versionOf()).toBe(before);
  expect(await rowCounts(api, ["emails"])).not.toEqual({ emails: 0 });
});

/** Waits until a transaction waits for a lock. */
async function untilBlocked(): Promise<void> {
  await until(
    async () =>
      (
        await query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        )
      ).rowCount,
    { what: "a wait for a lock" },
  );
}
