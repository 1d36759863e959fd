import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids/index.ts";
import { addSuppressions } from "./add-suppressions.ts";
import { findSuppressed } from "./find-suppressed.ts";
import type { NewSuppression, Stream } from "./suppression.ts";
import { SuppressionsApi } from "./suppressions-api.fixture.ts";
import { sweepSuppressions } from "./sweep-suppressions.ts";

const api = new SuppressionsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const suppressionOf = (fields: Partial<NewSuppression>): NewSuppression => ({
  accountId: api.account,
  address: "ada@example.com",
  reason: "manual",
  source: { type: "email", id: null },
  ...fields,
});
const add = (...suppressions: Partial<NewSuppression>[]) =>
  addSuppressions(api.database.db, suppressions.map(suppressionOf));
const reasonsOf = async (stream: Stream, ...addressKeys: string[]) =>
  Object.fromEntries(await findSuppressed(api.database, { accountId: api.account, addressKeys, stream }));

describe("the stronger of two reasons is kept", () => {
  const reasons: [name: string, fields: Partial<NewSuppression>][] = [
    ["a bounce that expires", { reason: "hard_bounce", expiresAt: inDays(30) }],
    ["a bounce that expires later", { reason: "hard_bounce", expiresAt: inDays(31) }],
    ["a manual entry", { reason: "manual" }],
    ["a hard bounce", { reason: "hard_bounce" }],
    ["a complaint", { reason: "complaint" }],
  ];
  const pairs = reasons.flatMap((weak, n) => reasons.slice(n + 1).map((strong) => [weak, strong] as const));

  test.each(pairs)("%s and %s, in either order, at once or twice", async ([, weak], [, strong]) => {
    const expected = { reason: strong.reason, expires_at: strong.expiresAt?.toISOString() ?? null };
    expect(await add({ ...weak })).toEqual(["created"]);
    expect(await add({ ...strong })).toEqual(["changed"]);
    expect(await api.get("ada@example.com")).toMatchObject(expected);
    expect(await add({ ...weak }, { ...strong })).toEqual(["unchanged", "unchanged"]);
    expect(await add({ ...strong, address: "b@x.example" }, { ...weak, address: "B@x.example" })).toEqual([
      "created",
      "unchanged",
    ]);
    expect(await api.get("b@x.example")).toMatchObject(expected);
    expect(await add({ ...weak, address: "b@x.example" })).toEqual(["unchanged"]);
    expect(await api.get("b@x.example")).toMatchObject(expected);
  });

  test("a contact that is not subscribed gets no bulk mail, and other mail as before", async () => {
    await api.database.pool.query(
      `INSERT INTO contacts (account_id, id, email, email_key, subscribed, search_text, created_at, updated_at)
       SELECT $1, gen_random_uuid(), address, address, address <> 'off@example.com', address, now(), now()
       FROM unnest('{off@example.com,on@example.com,ada@example.com}'::text[]) address`,
      [api.account],
    );
    const keys = ["off@example.com", "on@example.com", "unknown@example.com"];
    expect(await reasonsOf("bulk", ...keys)).toEqual({ "off@example.com": "not_subscribed" });
    expect(await reasonsOf("transactional", ...keys)).toEqual({});
    const other = { accountId: newId(), addressKeys: keys, stream: "bulk" as const };
    expect(await findSuppressed(api.database, other)).toEqual(new Map());
    await add({ address: "off@example.com", reason: "complaint" });
    expect(await reasonsOf("bulk", ...keys)).toEqual({ "off@example.com": "complaint" });
  });

  test("an unsubscribe outlasts a later bounce that expires", async () => {
    await add({ reason: "unsubscribe" });
    await add({ reason: "hard_bounce", expiresAt: inDays(1) });
    expect(await reasonsOf("transactional", "ada@example.com")).toEqual({ "ada@example.com": "hard_bounce" });
    await api.database.pool.query("UPDATE suppressions SET expires_at = now() - interval '1 s'");
    const check = async () => {
      expect(await reasonsOf("transactional", "ada@example.com")).toEqual({});
      expect(await reasonsOf("bulk", "ada@example.com")).toEqual({ "ada@example.com": "unsubscribe" });
      const row = await api.get("ada@example.com");
      expect(row).toMatchObject({ reason: "unsubscribe", stream: "bulk", expires_at: null });
      expect(row.unsubscribed_at).not.toBeNull();
    };
    await check();
    await sweepSuppressions(api.database);
    await check();
  });

  test("an expired suppression has no effect, is replaced by any other, and is swept", async () => {
    await add({ reason: "complaint", expiresAt: inDays(1) }, { reason: "manual", address: "b@example.com" });
    await api.database.pool.query(
      "UPDATE suppressions SET expires_at = now() - interval '1 s' WHERE reason = 'complaint'",
    );
    expect(await reasonsOf("bulk", "ada@example.com", "b@example.com")).toEqual({
      "b@example.com": "manual",
    });
    expect((await api.call("GET", "/ada%40example.com")).status).toBe(404);
    expect((await api.call("GET", "")).body.suppressions).toHaveLength(1);
    expect(await add({ reason: "unsubscribe" })).toEqual(["changed"]);
    expect(await api.get("ada@example.com")).toMatchObject({ reason: "unsubscribe" });
    await add({ reason: "complaint", address: "c@example.com", expiresAt: inDays(1) });
    await api.database.pool.query("UPDATE suppressions SET expires_at = now() WHERE reason = 'complaint'");
    await sweepSuppressions(api.database);
    const { rows } = await api.database.pool.query(
      "SELECT address FROM suppressions WHERE account_id = $1 ORDER BY 1",
      [api.account],
    );
    expect(rows).toEqual([{ address: "ada@example.com" }, { address: "b@example.com" }]);
  });

  test("concurrent writers end with the same result and do not deadlock (J8)", async () => {
    const addresses = Array.from({ length: 50 }, (_, n) => `n${n}@example.com`);
    const writers = reasons.map(([, fields]) => addresses.map((address) => ({ ...fields, address })));
    await Promise.all(writers.map((rows, n) => add(...(n % 2 ? rows : rows.toReversed()))));
    const found = await reasonsOf("transactional", ...addresses);
    expect(new Set(Object.values(found))).toEqual(new Set(["complaint"]));
    expect(Object.keys(found)).toHaveLength(50);
  });
});

describe("suppressed recipients", () => {
  test("an unsubscribe blocks only bulk mail, every other reason all mail (C26)", async () => {
    await add(
      { reason: "unsubscribe", address: "u@example.com" },
      { reason: "manual", address: "m@example.com" },
      { reason: "hard_bounce", address: "h@example.com" },
      { reason: "complaint", address: "c@example.com" },
    );
    const all = ["u", "m", "h", "c", "n"].map((name) => `${name}@example.com`);
    const blockedForAll = {
      "m@example.com": "manual",
      "h@example.com": "hard_bounce",
      "c@example.com": "complaint",
    };
    expect(await reasonsOf("transactional", ...all)).toEqual(blockedForAll);
    expect(await reasonsOf("bulk", ...all)).toEqual({ ...blockedForAll, "u@example.com": "unsubscribe" });
  });

  test("every spelling of an address matches, and plus tags are significant (J7)", async () => {
    await add({ address: "Ada@Bücher.example" }, { address: "ada+news@example.com" });
    expect(await reasonsOf("bulk", "ada@xn--bcher-kva.example", "ada@example.com")).toEqual({
      "ada@xn--bcher-kva.example": "manual",
    });
    const { status } = await api.call("GET", `/${encodeURIComponent('"ADA"@XN--BCHER-kva.example')}`);
    expect(status).toBe(200);
  });

  test("suppressions of a deleted account are dropped", async () => {
    expect(await add({ accountId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357" })).toEqual(["unchanged"]);
  });
});

describe("the API", () => {
  test("suppresses one or many addresses, all or none", async () => {
    const one = await api.call("POST", "", {
      body: { address: "Ada@Example.com", detail: "asked\nby phone" },
    });
    expect([one.status, one.body]).toEqual([
      201,
      { suppressions: [{ address: "Ada@example.com", result: "created" }] },
    ]);
    expect(await api.get("ada@example.com")).toMatchObject({
      address: "Ada@example.com",
      reason: "manual",
      stream: "all",
      detail: "asked by phone",
      source: { type: "key", id: "1" },
    });
    const many = await api.call("POST", "", {
      body: { address: ["b@example.com", "ADA@example.com", "b@EXAMPLE.com"], reason: "complaint" },
    });
    expect(many.body.suppressions.map(({ result }: { result: string }) => result)).toEqual([
      "created",
      "changed",
      "unchanged",
    ]);
    const bad = await api.call("POST", "", { body: { address: ["c@example.com", "no-address", "d@"] } });
    expect([bad.status, bad.body.error.fields.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ["address[1]", "address[2]"],
    ]);
    expect((await api.call("GET", "/c%40example.com")).body.error.code).toBe("suppression_not_found");

    await api.call("POST", "", { body: { address: "b@example.com" } });
    const { rows } = await api.database.pool.query(
      "SELECT action, by_key_id, detail FROM audit_events WHERE account_id = $1 ORDER BY id",
      [api.account],
    );
    const added = { action: "suppressions.added", by_key_id: 1 };
    expect(rows).toEqual([
      { ...added, detail: { address: "Ada@example.com", reason: "manual" } },
      { ...added, detail: { recipients: 2, reason: "complaint" } },
    ]);
  });

  test.each([
    [{ address: "a@example.com", expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ address: "a@example.com", reason: "unsubscribe", expires_at: inDays(1).toISOString() }, "expires_at"],
    [{ address: "a@example.com", reason: "soft_bounce" }, "reason"],
    [{ address: Array.from({ length: 1_001 }, (_, n) => `n${n}@example.com`) }, "address"],
    [{ address: [] }, "address"],
    [{ addres: "a@example.com" }, "addres"],
  ])("refuses %j", async (body, path) => {
    const { status, body: response } = await api.call("POST", "", { body });
    expect(status).toBe(422);
    expect(response.error.fields.map((field: { path: string }) => field.path)).toContain(path);
  });

  test("lists the newest first, in pages, by reason and by text", async () => {
    for (let n = 0; n < 7; n += 1)
      await add({
        address: `n${n}@${n % 2 ? "odd" : "even"}.example`,
        reason: n < 3 ? "complaint" : "manual",
      });
    await add({ address: "n1@odd.example", unsubscribedAt: new Date() });
    const list = async (query: string) => {
      const { status, body } = await api.call("GET", query);
      expect([query, status]).toEqual([query, 200]);
      const addresses = body.suppressions.map(({ address }: { address: string }) => address.split("@")[0]);
      return { addresses: addresses.join(" "), ...body.pagination };
    };
    const first = await list("?limit=3");
    expect(first).toMatchObject({ addresses: "n6 n5 n4", has_more: true });
    await add({ address: "later@example.com" });
    const second = await list(`?limit=3&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ addresses: "n3 n2 n1", has_more: true });
    expect(await list(`?limit=3&cursor=${second.next_cursor}`)).toMatchObject({
      addresses: "n0",
      has_more: false,
      next_cursor: null,
    });
    expect((await list("?reason=complaint")).addresses).toBe("n2 n1 n0");
    expect((await list("?reason=unsubscribe")).addresses).toBe("n1");
    expect((await list("?search=ODD.ex")).addresses).toBe("n5 n3 n1");
    expect((await list("?search=n3")).addresses).toBe("n3");
    expect((await list(`?search=${encodeURIComponent("N3@Odd.Example")}`)).addresses).toBe("n3");
    expect((await list("?search=d")).addresses).toBe("");
    expect((await list(`?search=${encodeURIComponent("%_%")}`)).addresses).toBe("");
    expect((await api.call("GET", "?cursor=x")).status).toBe(422);
  });

  test("a search finds rows beyond the newest 10,000", async () => {
    await add({ address: "needle@haystack.example" });
    await api.database.pool.query(
      `INSERT INTO suppressions (account_id, address_key, id, address, reason, source)
       SELECT $1, 'n' || n || '@example.com', event_id(now() + n * interval '1 ms', uuid_send(gen_random_uuid())), 'n', 'manual', 'import'
       FROM generate_series(1, 10000) n`,
      [api.account],
    );
    const { body } = await api.call("GET", "?search=dle@hay");
    expect(body.suppressions.map(({ address }: { address: string }) => address)).toEqual([
      "needle@haystack.example",
    ]);
  });

  test("a removal is recorded in the audit log, and mail is sent again", async () => {
    await add({ reason: "complaint", detail: "abuse report" });
    expect((await api.call("DELETE", "/ADA%40example.com")).status).toBe(204);
    expect((await api.call("DELETE", "/ada%40example.com")).status).toBe(404);
    expect(await reasonsOf("transactional", "ada@example.com")).toEqual({});
    const { rows } = await api.database.pool.query(
      "SELECT action, by_key_id, detail FROM audit_events WHERE account_id = $1 ORDER BY id",
      [api.account],
    );
    expect(rows).toEqual([
      {
        action: "suppression.removed",
        by_key_id: 1,
        detail: {
          address: "ada@example.com",
          reason: "complaint",
          reason_detail: "abuse report",
          unsubscribed_at: null,
        },
      },
    ]);
  });

  test("a suppression of another account is not found (L1)", async () => {
    await add({});
    const other = await api.createAccount();
    for (const method of ["GET", "DELETE"] as const)
      expect((await api.call(method, "/ada%40example.com", { as: other })).status).toBe(404);
    expect((await api.call("GET", "", { as: other })).body.suppressions).toEqual([]);
    expect((await api.get("ada@example.com")).reason).toBe("manual");
  });
});
