import { hash } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { ACCEPT_TABLES, type ApiCaller, keyCaller, rowCounts } from "../../../../test/harness/api-caller.ts";
import { createTestWorker } from "../../../../test/harness/delivery-worker.ts";
import { until } from "../../../../test/harness/until.ts";

import { captureTransport, type DeliveryWorker } from "../../delivery/index.ts";

const api = useApi();
let caller: ApiCaller;
let workers: DeliveryWorker[] = [];

beforeAll(async () => {
  caller = keyCaller(api);
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

const email = { to: "ada@example.com", subject: "Later", text: "Hello" };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const inDays = (days: number) => inHours(24 * days).slice(0, 10);
/** The next night in which Europe's clocks change: from 2 to 3, or from 3 to 2. */
const nightOfChange = [2, 9, 14]
  .map((month) => {
    const night = new Date(Date.UTC(new Date().getUTCFullYear(), month, 31));
    night.setUTCDate(31 - night.getUTCDay());
    return night.toISOString().slice(0, 10);
  })
  .find((night) => night > inDays(0));
const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);
const cancel = (id: string) => caller.post(`/api/v1/emails/${id}/cancel`);
const reschedule = (id: string, scheduledAt: string | null) =>
  caller.patch(`/api/v1/emails/${id}`, { scheduled_at: scheduledAt });

/** A worker in capture mode. */
async function startWorker(): Promise<void> {
  const worker = createTestWorker({ database: api.database, transport: captureTransport });
  workers.push(worker);
  await worker.start();
}

const untilStatus = (id: string, status: string) =>
  until(async () => (await caller.email(id)).status === status, {
    what: `${id} to be ${status}`,
  });

/** Makes scheduled mail due, as the passing of time would. */
const passTime = (id: string, hours: number) =>
  query(
    "UPDATE recipients SET due_at = due_at - make_interval(hours => $2), expires_at = expires_at - make_interval(hours => $2) WHERE email_id = $1",
    [id, hours],
  );

async function states(id: string): Promise<string[]> {
  return (await caller.email(id)).recipients.map(({ state }: { state: string }) => state);
}

/** Puts a recipient into a state that a worker left earlier. */
const setState = (id: string, position: number, state: string, due: string | null) =>
  query(
    "UPDATE recipients SET state = $3, attempt = 1, ready = false, due_at = now() + $4::interval WHERE email_id = $1 AND position = $2",
    [id, position, state, due],
  );

describe("scheduled_at (C23)", () => {
  test.each([
    "2020-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "2027-02-30T08:00:00Z",
    "2027-01-01T25:00:00Z",
    "2027-01-01T08:00:00+99:00",
    "2027-01-01T08:00:00 Mars/Olympus",
    "2026-12-31T23:59:60Z",
    "NaN",
    "Infinity",
    "",
    "soon",
    "yesterday",
    "in 2 hours and in 3 hours",
  ])("%j is rejected with the field, and nothing is stored (C23)", async (scheduled_at) => {
    const before = await rowCounts(api, ACCEPT_TABLES);
    const answer = await caller.send({ ...email, scheduled_at });
    expect([answer.status, answer.problems]).toEqual([422, ["scheduled_at"]]);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  });

  test.each([
    [`${nightOfChange}T02:30:00+01:00`, `${nightOfChange}T01:30:00.000Z`],
    [`${nightOfChange}T02:30:00`, `${nightOfChange}T02:30:00.000Z`],
    [inDays(30), `${inDays(30)}T00:00:00.000Z`],
  ])("%s is read as %s, in the zone that it names (C23)", async (scheduled_at, time) => {
    const id = await caller.sent({ ...email, scheduled_at });
    expect(await caller.email(id)).toMatchObject({
      scheduled_at: time,
      status: "queued",
      recipients: [{ next_attempt_at: time }],
    });
  });

  test("times in words are read in UTC, relative to now (C23)", async () => {
    const id = await caller.sent({ ...email, scheduled_at: "in 2 hours" });
    const { scheduled_at } = await caller.email(id);
    expect(Math.abs(new Date(scheduled_at).getTime() - Date.now() - 7_200_000)).toBeLessThan(60_000);
  });

  test("a scheduled email is claimed soon after its time and never before, also after a restart (C23)", async () => {
    const id = await caller.sent({
      ...email,
      to: ["a@example.com", "b@example.com"],
      scheduled_at: inHours(2),
    });
    await startWorker();
    const now = await caller.sent(email);
    await untilStatus(now, "captured");
    expect(await states(id)).toEqual(["queued", "queued"]);
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await passTime(id, 1);
    await startWorker();
    await untilStatus(await caller.sent(email), "captured");
    expect(await states(id)).toEqual(["queued", "queued"]);
    await passTime(id, 1);
    await until(async () => (await states(id)).every((state) => state === "captured"), {
      what: "the poll of a worker",
    });
  });

  test("the three days of retries start when a scheduled email is due (C23)", async () => {
    const id = await caller.sent({ ...email, scheduled_at: inHours(24 * 200) });
    const { rows } = await query(
      "SELECT expires_at - due_at = interval '3 days' AS three FROM recipients WHERE email_id = $1",
      [id],
    );
    expect(rows).toEqual([{ three: true }]);
  });
});

describe("reschedule", () => {
  test("a reschedule locks the contents of an email in the order of their hashes, as an acceptance does", async () => {
    const [low, high] = ["one content", "another content"]
      .map((text) => ({ text, hash: hash("sha256", text) }))
      .sort((a, b) => (a.hash < b.hash ? -1 : 1)) as [
      { text: string; hash: string },
      { text: string; hash: string },
    ];
    // Stored first, so a statement without an order would lock it first.
    await caller.sent({ ...email, text: high.text });
    const id = await caller.sent({ ...email, html: high.text, text: low.text, scheduled_at: inHours(2) });
    await query("ANALYZE contents");
    const holder = await api.database.pool.connect();
    const onlooker = await api.database.pool.connect();
    const lock = "SELECT FROM contents WHERE hash = decode($1, 'hex') FOR UPDATE NOWAIT";
    try {
      await holder.query("BEGIN");
      await holder.query(lock, [low.hash]);
      const moved = reschedule(id, inHours(48));
      const waits =
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await until(async () => (await query(waits)).rowCount, { what: "the reschedule to wait" });
      expect((await onlooker.query(lock, [high.hash])).rowCount).toBe(1);
      await holder.query("COMMIT");
      expect((await moved).status).toBe(200);
    } finally {
      holder.release();
      onlooker.release();
    }
  });

  test("an email is rescheduled to a later time, an earlier one, and now (C23)", async () => {
    const id = await caller.sent({ ...email, scheduled_at: inHours(2) });
    await startWorker();
    const later = inHours(48);
    expect(await reschedule(id, later)).toMatchObject({
      status: 200,
      body: { success: true, id, scheduled_at: later },
    });
    await passTime(id, 3);
    await untilStatus(await caller.sent(email), "captured");
    expect(await states(id)).toEqual(["queued"]);
    expect((await caller.email(id)).scheduled_at).toBe(later);
    expect((await reschedule(id, null)).status).toBe(200);
    await untilStatus(id, "captured");
  });

  test.each(["2020-01-01T00:00:00Z", "never", ""])(
    "%j is rejected and changes nothing (C23)",
    async (text) => {
      const id = await caller.sent({ ...email, scheduled_at: inHours(2) });
      const before = await caller.email(id);
      expect((await reschedule(id, text)).problems).toEqual(["scheduled_at"]);
      expect(await caller.email(id)).toEqual(before);
    },
  );

  test.each([
    ["is being sent to", "sending", "20 seconds"],
    ["was delivered to", "delivered", null],
    ["is deferred", "deferred", "1 hour"],
    ["was canceled", "canceled", null],
  ])("when one recipient %s, the email cannot be rescheduled", async (_, state, due) => {
    const id = await caller.sent({
      ...email,
      to: ["a@example.com", "b@example.com"],
      scheduled_at: inHours(2),
    });
    await setState(id, 1, state, due);
    const before = await caller.email(id);
    const answer = await reschedule(id, inHours(5));
    expect([answer.status, answer.body.error.code]).toEqual([409, "email_not_reschedulable"]);
    expect(await caller.email(id)).toEqual(before);
  });

  test("an email of another account and an unknown id are not found (L1)", async () => {
    for (const id of ["0", "01a1fc0b-98e9-73b7-b9fd-726d62cf8357"])
      expect((await reschedule(id, inHours(1))).status).toBe(404);
  });
});

describe("cancel", () => {
  test("a cancel cancels all waiting recipients, with an event each; a second cancel finds none", async () => {
    const to = Array.from({ length: 1_000 }, (_, n) => `u${n}@example.com`);
    const id = await caller.sent({ ...email, to, scheduled_at: inHours(2) });
    expect(await cancel(id)).toMatchObject({ status: 200, body: { success: true, id, canceled: 1_000 } });
    const detail = await caller.email(id);
    expect(detail.status).toBe("canceled");
    expect(new Set(detail.recipients.map(({ state }: { state: string }) => state))).toEqual(
      new Set(["canceled"]),
    );
    for (const { events, next_attempt_at } of detail.recipients) {
      expect(next_attempt_at).toBeNull();
      expect(events).toMatchObject([{ type: "canceled", detail: { reason: "canceled by the sender" } }]);
    }
    expect(await cancel(id)).toMatchObject({
      status: 409,
      body: { error: { code: "email_not_cancelable" } },
    });
    await passTime(id, 3);
    await startWorker();
    await untilStatus(await caller.sent(email), "captured");
    expect((await caller.email(id)).status).toBe("canceled");
  });

  test("a cancel leaves delivered, in-flight and bounced recipients; uncertain ones stay uncertain and are not retried", async () => {
    const to = ["queued", "delivered", "sending", "deferred", "uncertain", "bounced", "over"].map(
      (name) => `${name}@example.com`,
    );
    const id = await caller.sent({ ...email, to });
    await setState(id, 1, "delivered", null);
    await setState(id, 2, "sending", "20 seconds");
    await setState(id, 3, "deferred", "1 hour");
    await setState(id, 4, "uncertain", "1 hour");
    await setState(id, 5, "bounced", null);
    await setState(id, 6, "uncertain", null);
    expect((await cancel(id)).body.canceled).toBe(3);
    expect(await states(id)).toEqual([
      "canceled",
      "delivered",
      "sending",
      "canceled",
      "uncertain",
      "bounced",
      "uncertain",
    ]);
    const { rows } = await query(
      "SELECT position FROM recipients WHERE email_id = $1 AND due_at IS NOT NULL ORDER BY position",
      [id],
    );
    expect(rows).toEqual([{ position: 2 }]);
    const { recipients } = await caller.email(id);
    expect(recipients[4].events).toMatchObject([
      { type: "uncertain", attempt: 1, detail: { reason: "canceled by the sender" } },
    ]);
    expect(recipients[6].events).toEqual([]);
  });

  test("when a cancel and a claim run at once, exactly one wins for each recipient", async () => {
    await startWorker();
    await startWorker();
    const to = Array.from({ length: 20 }, (_, n) => `u${n}@example.com`);
    let canceled = 0;
    for (let round = 0; round < 40; round += 1) {
      const id = await caller.sent({ ...email, to });
      const answer = await cancel(id);
      await until(async () => (await states(id)).every((state) => ["captured", "canceled"].includes(state)), {
        what: "all recipients to be final",
      });
      const { recipients } = await caller.email(id);
      const ends = recipients.map(({ events }: { events: { type: string }[] }) =>
        events.map(({ type }) => type),
      );
      expect(ends.every(([end, ...more]: string[]) => end !== undefined && more.length === 0)).toBe(true);
      const count = (await states(id)).filter((state) => state === "canceled").length;
      expect(answer.status === 200 ? answer.body.canceled : 0).toBe(count);
      canceled += count;
    }
    expect(canceled).toBeGreaterThan(0);
  });

  test("a cancel waits for a claim that is not committed yet, and cancels the recipients that it left", async () => {
    const id = await caller.sent({ ...email, to: ["a@example.com", "b@example.com"] });
    const claim = await api.database.pool.connect();
    try {
      await claim.query("BEGIN");
      await claim.query(
        "UPDATE recipients SET state = 'sending', attempt = 1, ready = false, due_at = now() + interval '20 s' WHERE email_id = $1 AND position = 0",
        [id],
      );
      const canceling = cancel(id);
      await until(
        async () =>
          (
            await query(
              "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
            )
          ).rowCount,
        { what: "the cancel to wait" },
      );
      await claim.query("COMMIT");
      expect((await canceling).body.canceled).toBe(1);
      expect(await states(id)).toEqual(["sending", "canceled"]);
    } finally {
      claim.release();
    }
  });

  test("a reschedule at the same time as a claim changes nothing, whichever is first", async () => {
    await startWorker();
    for (let round = 0; round < 40; round += 1) {
      const id = await caller.sent({ ...email, to: ["a@example.com", "b@example.com", "c@example.com"] });
      const { status } = await reschedule(id, inHours(2));
      expect([200, 409]).toContain(status);
      if (status === 200) expect(new Set(await states(id))).toEqual(new Set(["queued"]));
      else await untilStatus(id, "captured");
      expect((await caller.email(id)).scheduled_at === null).toBe(status === 409);
    }
  });
});
