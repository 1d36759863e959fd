import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import type { NewSuppression } from "../suppression.ts";
import { SuppressionsApi } from "../suppressions-api.fixture.ts";
import { sweepSuppressions } from "../sweep-suppressions.ts";
import { sweepRemovals } from "./sweep-removals.ts";

const api = new SuppressionsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const source = { type: "email" as const, id: newId() };
const rejected = { reply: { code: 550, status: "5.1.0" }, detail: "550 5.1.0 Address rejected." };
const add = (address: string, fields: Partial<NewSuppression> = {}) =>
  addSuppressions(api.database.db, [
    { accountId: api.account, address, reason: "hard_bounce", source, ...rejected, ...fields },
  ]);
const addMany = (count: number) =>
  api.database.pool.query(
    `INSERT INTO suppressions (account_id, address_key, id, address, reason, source, detail)
     SELECT $1, 'n' || n || '@example.com', event_id(now() - n * interval '1 ms', uuid_send(gen_random_uuid())),
       'n' || n || '@example.com', 'hard_bounce', 'email', '550 5.1.0 x' FROM generate_series(1, $2::integer) n`,
    [api.account, count],
  );
const preview = async (filter: object = {}, as = api.account) =>
  (await api.call("POST", "/removals", { body: { filter }, as })).body;
const act = (action: "run" | "restore", id: string, as = api.account) =>
  api.call("POST", `/removals/${id}/${action}`, { as });
/** Calls the action again until it is done, as a client does. */
const finish = async (action: "run" | "restore", id: string) => {
  for (;;) {
    const response = await act(action, id);
    if (response.body.state !== "removing" && response.body.state !== "restoring") return response;
  }
};
const left = async () => {
  const { rows } = await api.database.pool.query<{ name: string; reason: string }>(
    "SELECT split_part(address, '@', 1) AS name, reason FROM suppressions WHERE account_id = $1 ORDER BY address",
    [api.account],
  );
  return rows.map(({ name, reason }) => `${name} ${reason}`);
};
const audited = async () => {
  const { rows } = await api.database.pool.query(
    "SELECT action, by_key_id, detail FROM audit_events WHERE account_id = $1 ORDER BY id",
    [api.account],
  );
  return rows;
};

describe("a preview", () => {
  test("removes nothing; it counts, breaks down and shows the newest", async () => {
    for (let n = 0; n < 12; n += 1) await add(`n${n}@example.com`);
    await add("other@example.com", { reply: { code: 550, status: "5.1.1" }, detail: "550 5.1.1 gone" });
    await add("hand@example.com", { reason: "manual", reply: {}, detail: null });
    const body = await preview();
    expect(body).toMatchObject({
      state: "previewed",
      matched: 14,
      removed: 0,
      unsubscribed: 0,
      by_reason: [
        { reason: "hard_bounce", count: 13 },
        { reason: "manual", count: 1 },
      ],
      by_reply: [
        { code: 550, status: "5.1.0", example: "550 5.1.0 Address rejected.", count: 12 },
        { code: 550, status: "5.1.1", example: "550 5.1.1 gone", count: 1 },
        { code: null, status: null, example: null, count: 1 },
      ],
    });
    expect(body.sample.map(({ address }: { address: string }) => address).slice(0, 2)).toEqual([
      "hand@example.com",
      "other@example.com",
    ]);
    expect(body.sample).toHaveLength(10);
    expect(await left()).toHaveLength(14);
    expect(await audited()).toEqual([]);
    expect((await api.call("GET", "/removals")).body.removals).toEqual([]);
  });

  test("counts zero when nothing matches, and an invalid filter is rejected by name", async () => {
    expect(await preview({ reply: "nothing like it" })).toMatchObject({ matched: 0, sample: [] });
    for (const [body, path] of [
      [{ filter: { reply: "x" } }, "reply"],
      [{ filter: { reasons: [] } }, "filter.reasons"],
      [{}, "filter"],
    ] as const) {
      const response = await api.call("POST", "/removals", { body });
      expect([response.status, response.body.error.fields[0].path]).toEqual([422, path]);
    }
  });
});

describe("a run", () => {
  test("removes what the preview counted, and records the filter and the count in the audit log", async () => {
    await add("a@example.com");
    await add("b@example.com");
    await add("c@example.com", { reply: { status: "5.1.1" }, detail: "550 5.1.1 gone" });
    const { id } = await preview({ reply: "5.1.0" });
    expect((await act("run", id)).body).toMatchObject({ id, state: "removed", matched: 2, removed: 2 });
    expect(await left()).toEqual(["c hard_bounce"]);
    expect((await act("run", id)).body).toMatchObject({ state: "removed", removed: 2 });
    expect(await audited()).toEqual([
      {
        action: "suppressions.removed",
        by_key_id: 1,
        detail: { removal_id: id, filter: { reply: "5.1.0" }, matched: 2 },
      },
    ]);
    expect((await api.call("GET", "/removals")).body.removals).toMatchObject([{ id, removed: 2 }]);
  });

  test("keeps rows that were added or changed after the preview, even by a transaction that began before it", async () => {
    await add("counted@example.com");
    await add("changed@example.com");
    // The transaction begins before the preview, so its now() is older.
    const previewed = await api.database.db.transaction().execute(async (db) => {
      await sql`SELECT now()`.execute(db);
      const made = await preview();
      const row = { accountId: api.account, reason: "hard_bounce" as const, source, ...rejected };
      await addSuppressions(db, [
        { ...row, address: "later@example.com" },
        { ...row, address: "changed@example.com", reason: "complaint" },
      ]);
      return made;
    });
    expect(previewed.matched).toBe(2);
    expect((await act("run", previewed.id)).body).toMatchObject({ matched: 2, removed: 1 });
    expect(await left()).toEqual(["changed complaint", "later hard_bounce"]);
  });

  test("removes exactly the count of a preview that ran while rows were written", async () => {
    for (let round = 0; round < 10; round += 1) {
      const writers = Array.from({ length: 4 }, (_, n) => add(`r${round}n${n}@example.com`));
      const { id, matched } = await preview();
      await Promise.all(writers);
      expect((await act("run", id)).body).toMatchObject({ matched, removed: matched });
    }
  });

  test("keeps complaints and unsubscribes unless the filter names them", async () => {
    await add("bounced@example.com");
    await add("both@example.com", { unsubscribedAt: new Date() });
    await add("complained@example.com", { reason: "complaint" });
    await add("left@example.com", { reason: "unsubscribe" });
    const first = await preview();
    expect(first).toMatchObject({ matched: 2, unsubscribed: 1 });
    await act("run", first.id);
    expect(await left()).toEqual(["both unsubscribe", "complained complaint", "left unsubscribe"]);
    expect(await api.get("both@example.com")).toMatchObject({ stream: "bulk", event: null, detail: null });
    await act("restore", first.id);
    await act("run", (await preview({ reason: "unsubscribe" })).id);
    expect(await left()).toEqual(["both hard_bounce", "bounced hard_bounce", "complained complaint"]);
    expect((await api.get("both@example.com")).unsubscribed_at).toBeNull();
    await act("run", (await preview({ reason: "complaint" })).id);
    expect(await left()).toEqual(["both hard_bounce", "bounced hard_bounce"]);
  });

  test("removes many rows in steps, and concurrent runs remove each row once", async () => {
    await addMany(5_000);
    await add("kept@example.com", { reason: "complaint" });
    const [one, two] = [await preview(), await preview({ reason: "hard_bounce" })];
    const runs = await Promise.all([one, one, two].map(({ id }) => finish("run", id)));
    expect(runs.map(({ status }) => status)).toEqual([200, 200, 200]);
    const states = await Promise.all(
      [one, two].map(async ({ id }) => (await api.call("GET", `/removals/${id}`)).body),
    );
    expect(states.map(({ state }) => state)).toEqual(["removed", "removed"]);
    expect(states[0].removed + states[1].removed).toBe(5_000);
    expect(await left()).toEqual(["kept complaint"]);
  });

  test("removes only the few matches among many rows", async () => {
    await addMany(6_000);
    await add("a@one.example");
    await add("b@one.example", { unsubscribedAt: new Date() });
    const { id } = await preview({ domain: "one.example" });
    expect((await act("run", id)).body).toMatchObject({ state: "removed", matched: 2, removed: 2 });
    const rows = await left();
    expect([rows[0], rows.length]).toEqual(["b unsubscribe", 6_001]);
  });

  test("does not deadlock with deliveries that suppress at the same time", async () => {
    await addMany(6_000);
    const { id } = await preview();
    const again = Array.from({ length: 40 }, (_, n) =>
      addSuppressions(
        api.database.db,
        Array.from({ length: 20 }, (__, k) => ({
          accountId: api.account,
          address: `n${((n * 20 + k) % 800) + 1}@example.com`,
          reason: "complaint" as const,
          source,
        })).reverse(),
      ),
    );
    const [run] = await Promise.all([finish("run", id), ...again]);
    expect(run.body.state).toBe("removed");
    expect(await left()).toHaveLength(800);
  });

  test("is rejected when the preview is over an hour old, and the preview is swept", async () => {
    await add("a@example.com");
    const { id } = await preview();
    await api.database.pool.query(
      "UPDATE suppression_removals SET updated_at = now() - interval '61 minutes' WHERE id = $1",
      [id],
    );
    const { status, body } = await act("run", id);
    expect([status, body.error.code]).toEqual([409, "removal_expired"]);
    await sweepSuppressions(api.database);
    expect((await act("run", id)).body.error.code).toBe("removal_not_found");
    expect(await left()).toEqual(["a hard_bounce"]);
  });

  test("is finished by the sweep when its caller stops calling", async () => {
    await addMany(5_001);
    const { id } = await preview();
    const begin = (state: string) =>
      api.database.pool.query(
        "UPDATE suppression_removals SET state = $2, updated_at = now() - interval '2 minutes' WHERE id = $1",
        [id, state],
      );
    await begin("removing");
    await sweepRemovals(api.database);
    expect((await api.call("GET", `/removals/${id}`)).body).toMatchObject({
      state: "removed",
      removed: 5_001,
    });
    await begin("restoring");
    await sweepRemovals(api.database);
    expect((await api.call("GET", `/removals/${id}`)).body).toMatchObject({
      state: "restored",
      restored: 5_001,
    });
    expect(await left()).toHaveLength(5_001);
  });
});

describe("an undo", () => {
  test("restores every suppression once, as it was", async () => {
    await add("a@example.com", { eventId: newId(), unsubscribedAt: new Date("2026-01-02T03:04:05Z") });
    await add("b@example.com", { reason: "manual", source: { type: "import", id: newId(), keyId: 3 } });
    await addMany(2_500);
    const list = async () => {
      const rows = (await api.call("GET", "?limit=100")).body.suppressions;
      return rows.map(({ updated_at: _, ...row }: { updated_at: string }) => row);
    };
    const before = await list();
    const { id } = await preview();
    await act("run", id);
    expect(await left()).toEqual(["a unsubscribe"]);
    expect((await finish("restore", id)).body).toMatchObject({ state: "restored", restored: 2_502 });
    expect((await act("restore", id)).body).toMatchObject({ state: "restored", restored: 2_502 });
    expect(await list()).toEqual(before);
    expect((await act("run", id)).body.error.code).toBe("removal_undone");
    expect((await audited()).map(({ action }) => action)).toEqual([
      "suppressions.removed",
      "suppressions.restored",
    ]);
  });

  test("keeps the stronger reason when an address was suppressed again", async () => {
    await add("a@example.com");
    await add("b@example.com");
    const { id } = await preview();
    await act("run", id);
    await add("a@example.com", { reason: "complaint" });
    await add("b@example.com", { reason: "manual" });
    expect((await act("restore", id)).body).toMatchObject({ restored: 1 });
    expect(await left()).toEqual(["a complaint", "b hard_bounce"]);
  });

  test("is rejected before a run, and after 30 days there is nothing to undo", async () => {
    await add("a@example.com");
    const { id } = await preview();
    expect((await act("restore", id)).body.error.code).toBe("removal_not_run");
    await act("run", id);
    await sweepSuppressions(api.database);
    expect((await api.call("GET", `/removals/${id}`)).status).toBe(200);
    await api.database.pool.query(
      "UPDATE suppression_removals SET updated_at = now() - interval '31 days' WHERE id = $1",
      [id],
    );
    await sweepSuppressions(api.database);
    expect((await act("restore", id)).body.error.code).toBe("removal_not_found");
    const { rows } = await api.database.pool.query(
      "SELECT 1 FROM removed_suppressions WHERE removal_id = $1",
      [id],
    );
    expect(rows).toEqual([]);
  });
});

test("no action finds the removal of another account (L1)", async () => {
  await add("a@example.com");
  const { id } = await preview();
  const eve = await api.createAccount();
  for (const response of [
    await act("run", id, eve),
    await act("restore", id, eve),
    await api.call("GET", `/removals/${id}`, { as: eve }),
  ])
    expect([response.status, response.body.error.code]).toEqual([404, "removal_not_found"]);
  expect(await left()).toEqual(["a hard_bounce"]);
  expect(await preview({}, eve)).toMatchObject({ matched: 0 });
  expect((await api.call("GET", `/removals/${id}`)).body.state).toBe("previewed");
});

describe("the removal of a mistaken import", () => {
  const importId = newId();
  const imported = { source: { type: "import" as const, id: importId }, reply: {}, detail: null };
  const clicked = { source: { type: "link" as const, id: newId() }, reply: {}, detail: null };
  const unsubscribe = { reason: "unsubscribe" as const };

  test("keeps unsubscribes that recipients asked for, before or after the import", async () => {
    await add("before@example.com", { ...unsubscribe, ...clicked });
    for (const name of ["before", "after", "only"])
      await add(`${name}@example.com`, { ...unsubscribe, ...imported });
    await add("after@example.com", { ...unsubscribe, ...clicked });
    const { id, matched } = await preview({ source: "import", reason: "unsubscribe" });
    expect(matched).toBe(1);
    await finish("run", id);
    expect(await left()).toEqual(["after unsubscribe", "before unsubscribe"]);
    expect((await api.get("after@example.com")).source).toMatchObject({
      type: "link",
      id: clicked.source.id,
    });
  });

  test("leaves the unsubscribe beside an imported reason, with its own source", async () => {
    await add("own@example.com", { ...unsubscribe, ...clicked });
    await add("own@example.com", { reason: "manual", ...imported });
    await add("file@example.com", { reason: "manual", ...imported, unsubscribedAt: new Date() });
    await finish("run", (await preview({ source: "import" })).id);
    expect(await left()).toEqual(["file unsubscribe", "own unsubscribe"]);
    expect((await api.get("own@example.com")).source).toMatchObject({ type: "link", id: null });
    const { id, matched } = await preview({ source: "import", reason: "unsubscribe" });
    expect(matched).toBe(1);
    await finish("run", id);
    expect(await left()).toEqual(["own unsubscribe"]);
    await finish("restore", id);
    expect((await api.get("file@example.com")).source.type).toBe("import");
  });

  test("keeps a bounce and a complaint that came back for an imported address", async () => {
    for (const reason of ["hard_bounce", "complaint"] as const) {
      await add(`${reason}@example.com`, { reason, ...imported });
      await add(`${reason}@example.com`, { reason });
      await add(`${reason}@example.com`, { reason, ...imported });
      expect((await api.get(`${reason}@example.com`)).source).toMatchObject(source);
    }
    expect(await preview({ source: "import" })).toMatchObject({ matched: 0 });
  });

  test("an unsubscribe whose source was not recorded is shown as unknown", async () => {
    await add("old@example.com", { reason: "manual", ...imported, unsubscribedAt: new Date() });
    await api.database.pool.query("UPDATE suppressions SET unsubscribed_source = NULL");
    await finish("run", (await preview({ source: "import" })).id);
    expect((await api.get("old@example.com")).source).toMatchObject({ type: "unknown", id: null });
  });
});
