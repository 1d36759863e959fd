import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { awayFromEndOf } from "../../../test/harness/away-from-end-of.ts";
import { useDatabase } from "../../../test/harness/database.ts";
import { type App, buildServer } from "../../platform/http/index.ts";
import { firstIdAt, newId } from "../../platform/ids/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { overviewRoutes } from "./http/overview-routes.ts";
import { deliveryRate, loadOverview } from "./load-overview.ts";

const database = useDatabase({ max: 8 });
let account: string;

beforeEach(async () => {
  await awayFromEndOf("day");
  account = newId();
});

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const dateOf = (time: Date) => time.toISOString().slice(0, 10);

/** Stores emails with one recipient each in one statement, like `accept`. */
async function storeEmails(owner: string, times: Date[], state = "queued"): Promise<string[]> {
  const ids = times.map((time) => `${firstIdAt(time).slice(0, 13)}${newId().slice(13)}`);
  await database.pool.query(
    `WITH new_emails AS (
       INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, created_at)
       SELECT $1, id, id || '@example.com', '{}', '[]', '[]', 'Hello', at FROM unnest($2::uuid[], $3::timestamptz[]) AS e (id, at)
     )
     INSERT INTO recipients (account_id, email_id, position, address, address_key, state)
     SELECT $1, id, 0, 'a@example.com', 'a@example.com', $4 FROM unnest($2::uuid[]) AS e (id)`,
    [owner, ids, times.map((time) => time.toISOString()), state],
  );
  return ids;
}

/** Stores events inside a larger statement, like `settle`. */
async function storeEvents(owner: string, types: string[], at = new Date()): Promise<void> {
  await database.pool.query(
    `WITH recorded AS (
       INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 0, 1, type, '{}', $3 FROM unnest($2::text[]) AS e (type)
     ) SELECT 1`,
    [owner, types, at.toISOString()],
  );
}

function load(days = 14, delivery: "capture" | "relay" = "capture") {
  return loadOverview({ database, deliveryMode: async () => delivery }, { accountId: account, days });
}

const nothing = {
  accepted: 0,
  delivered: 0,
  captured: 0,
  deferred: 0,
  bounced: 0,
  suppressed: 0,
  canceled: 0,
  expired: 0,
  uncertain: 0,
  complained: 0,
};

describe("the days", () => {
  test("an account without mail has a zero for each day up to today", async () => {
    const overview = await load(3);
    expect(overview.days).toEqual([2, 1, 0].map((days) => ({ date: dateOf(daysAgo(days)), ...nothing })));
    expect(overview.totals).toEqual({ ...nothing, delivery_rate: null, complaint_rate: null });
    expect(await load(90)).toMatchObject({ days: { length: 90 } });
  });

  test("each email and event counts on its UTC day, also when one statement stores several days", async () => {
    await storeEmails(account, [daysAgo(0), daysAgo(0), daysAgo(1), daysAgo(20)]);
    await storeEvents(account, ["delivered", "delivered", "deferred", "bounced", "delivered"]);
    await storeEvents(
      account,
      ["captured", "suppressed", "canceled", "canceled", "expired", "uncertain"],
      daysAgo(1),
    );
    await storeEvents(account, ["delivered"], daysAgo(20));
    const { days, totals } = await load(2);
    expect(days).toEqual([
      {
        ...nothing,
        ...{ date: dateOf(daysAgo(1)), accepted: 1, captured: 1, suppressed: 1, canceled: 2 },
        ...{ expired: 1, uncertain: 1 },
      },
      { ...nothing, date: dateOf(daysAgo(0)), accepted: 2, delivered: 3, deferred: 1, bounced: 1 },
    ]);
    expect(totals).toEqual({
      accepted: 3,
      delivered: 3,
      captured: 1,
      deferred: 1,
      bounced: 1,
      suppressed: 1,
      canceled: 2,
      expired: 1,
      uncertain: 1,
      complained: 0,
      complaint_rate: 0,
      delivery_rate: 3 / 5,
    });
    expect((await load(21)).totals).toMatchObject({ accepted: 4, delivered: 4 });
  });

  test("a bounce after the delivery takes the delivery back on its day, and counts once", async () => {
    const emailId = newId();
    const store = (type: string, detail: object, at: Date) =>
      database.pool.query(
        `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail, created_at)
         VALUES ($1, $2, $3, 0, 1, $4, $5, $6)`,
        [account, emailId, firstIdAt(at).slice(0, 14) + newId().slice(14), type, JSON.stringify(detail), at],
      );
    await storeEvents(account, ["delivered"], daysAgo(1));
    await store("delivered", {}, daysAgo(1));
    await store("bounced", { late: true, bounce: "soft" }, daysAgo(0));
    await store("bounced", { late: true, bounce: "hard", further: true }, daysAgo(0));
    const { days, totals } = await load(2);
    expect(days).toMatchObject([
      { delivered: 1, bounced: 0 },
      { delivered: 0, bounced: 1 },
    ]);
    expect(totals).toMatchObject({ delivered: 1, bounced: 1, delivery_rate: 0.5 });
  });

  test("another account's mail is not counted (L7)", async () => {
    const other = newId();
    await storeEmails(other, [daysAgo(0)], "deferred");
    await storeEmails(other, [daysAgo(1)]);
    await database.pool.query(
      "UPDATE recipients SET ready = true, due_at = now() - interval '1 hour' WHERE account_id = $1 AND state = 'queued'",
      [other],
    );
    await storeEvents(other, ["delivered"]);
    const overview = await load();
    expect(overview.totals).toEqual({ ...nothing, delivery_rate: null, complaint_rate: null });
    expect(overview.queue).toEqual({
      ...{ waiting: 0, in_flight: 0, delayed: 0, uncertain: 0 },
      oldest_waiting_seconds: null,
    });
    expect(overview.first_steps.first_email_sent).toBe(false);
  });

  test("the counts match the rows after concurrent writes", async () => {
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        await storeEmails(account, Array(1 + (n % 3)).fill(daysAgo(n % 2)));
        await storeEvents(account, ["delivered", "deferred"]);
      }),
    );
    const { days } = await load(2);
    expect(days).toMatchObject([{ accepted: 120 }, { accepted: 120, delivered: 120, deferred: 120 }]);
  });
});

test("spam reports are counted, with their rate", async () => {
  await storeEvents(account, ["delivered", "delivered", "delivered", "delivered", "complained"]);
  expect((await load()).totals).toMatchObject({ delivered: 4, complained: 1, complaint_rate: 0.25 });
});

describe("now", () => {
  test("the queue has the numbers of the queue page, and scheduled mail does not count as waiting", async () => {
    await storeEmails(account, [daysAgo(0), daysAgo(2)]);
    await storeEmails(account, [daysAgo(3)], "sending");
    await storeEmails(account, [daysAgo(4), daysAgo(5), daysAgo(6)], "deferred");
    await storeEmails(account, [daysAgo(9)], "delivered");
    const [scheduled] = await storeEmails(account, [daysAgo(8)]);
    await database.pool.query(
      `UPDATE recipients SET ready = state = 'queued', due_at = CASE state WHEN 'delivered' THEN NULL
         WHEN 'queued' THEN now() - interval '1 minute' ELSE now() + interval '1 hour' END WHERE account_id = $1`,
      [account],
    );
    await database.pool.query(
      "UPDATE recipients SET ready = false, due_at = now() + interval '2 hours' WHERE email_id = $1",
      [scheduled],
    );
    const { queue } = await load();
    expect(queue).toMatchObject({ waiting: 2, in_flight: 1, delayed: 4, uncertain: 0 });
    expect(queue.oldest_waiting_seconds).toBeGreaterThanOrEqual(60);
    expect(queue.oldest_waiting_seconds).toBeLessThan(120);
  });

  test("without waiting mail the oldest age is null, even if mail is scheduled", async () => {
    await storeEmails(account, [daysAgo(1)]);
    await database.pool.query(
      "UPDATE recipients SET ready = false, due_at = now() + interval '2 hours' WHERE account_id = $1",
      [account],
    );
    expect((await load()).queue).toMatchObject({ waiting: 0, delayed: 1, oldest_waiting_seconds: null });
  });

  test("each first step is marked as done when it happens", async () => {
    await database.db.insertInto("accounts").values({ id: account, name: "Test" }).execute();
    const person = newId();
    await database.db
      .insertInto("people")
      .values({
        id: person,
        email: "a",
        email_key: account,
        password_hash: "",
        must_change_password: true,
      })
      .execute();
    await database.db
      .insertInto("memberships")
      .values({ account_id: account, person_id: person, role: "owner" })
      .execute();
    expect(await load()).toMatchObject({
      first_steps: {
        password_changed: false,
        key_created: false,
        first_email_sent: false,
        delivers_for_real: false,
        contact_added: false,
      },
      key_prefix: null,
    });

    await database.db
      .updateTable("people")
      .set({ must_change_password: false })
      .where("id", "=", person)
      .execute();
    await createKey("ph_revoked1", new Date());
    expect(await load()).toMatchObject({ first_steps: { key_created: true }, key_prefix: null });
    await createKey("ph_oldest11", null);
    await createKey("ph_newest11", null);
    await storeEmails(account, [daysAgo(40)]);
    await database.pool.query(
      `INSERT INTO contacts (account_id, id, email, email_key, search_text, created_at, updated_at)
       VALUES ($1, $1, 'a', 'a', 'a', now(), now())`,
      [account],
    );
    expect(await load(14, "relay")).toMatchObject({
      first_steps: {
        password_changed: true,
        key_created: true,
        first_email_sent: true,
        delivers_for_real: true,
        contact_added: true,
      },
      key_prefix: "ph_newest11",
    });
  });

  async function createKey(prefix: string, revokedAt: Date | null): Promise<void> {
    const { id } = await database.db
      .insertInto("api_keys")
      .values({ account_id: account, name: "test", revoked_at: revokedAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto("api_key_secrets")
      .values({ account_id: account, key_id: id, prefix, secret_hash: Buffer.from("") })
      .execute();
  }
});

describe("GET /overview", () => {
  let app: App;
  beforeAll(() => {
    app = buildServer({
      baseUrl: "http://localhost:3000",
      trustedProxies: [],
      log: createLogger("silent", "test"),
    });
    app.addHook("onRequest", async (request) => {
      request.principal = {
        accountId: account,
        via: "session",
        keyId: null,
        personId: newId(),
        permission: "full",
        limits: null,
        isLimited: false,
      };
    });
    app.register(overviewRoutes({ database, deliveryMode: async () => "capture" }), { prefix: "/api" });
  });
  afterAll(() => app.close());

  test("returns 14 days by default, with every field", async () => {
    // Waiting times are in whole seconds, so a second may pass between the two queries.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await storeEmails(account, [daysAgo(0)]);
    const response = await app.inject({ url: "/api/overview" });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(JSON.parse(JSON.stringify(await load())));
    expect(response.json().days).toHaveLength(14);
    expect((await app.inject({ url: "/api/overview?days=1" })).json().days).toHaveLength(1);
  });

  test.each(["0", "91", "-1", "1.5", "all", ""])(
    "days=%s is rejected with the name of the parameter",
    async (days) => {
      const response = await app.inject({ url: `/api/overview?days=${days}` });
      expect(response.statusCode).toBe(422);
      expect(response.json().error.fields).toMatchObject([{ path: "days" }]);
    },
  );
});

test.each<[typeof nothing, number | null]>([
  [nothing, null],
  [{ ...nothing, captured: 5, suppressed: 5, canceled: 5, deferred: 5, uncertain: 5 }, null],
  [{ ...nothing, bounced: 2 }, 0],
  [{ ...nothing, delivered: 2 }, 1],
  [{ ...nothing, delivered: 1, bounced: 2, expired: 1, deferred: 9 }, 0.25],
])("%j has the delivery rate %s", (counts, rate) => {
  expect(deliveryRate(counts)).toBe(rate);
});
