import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import type { NewSuppression } from "../suppression.ts";
import { SuppressionsApi } from "../suppressions-api.fixture.ts";

const api = new SuppressionsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

const emailId = newId();
const add = (address: string, fields: Partial<NewSuppression> = {}) =>
  addSuppressions(api.database.db, [
    {
      accountId: api.account,
      address,
      reason: "hard_bounce",
      source: { type: "email", id: emailId },
      ...fields,
    },
  ]);
const found = async (query: Record<string, string>) => {
  const { status, body } = await api.call("GET", `?${new URLSearchParams(query)}`);
  expect([query, status]).toEqual([query, 200]);
  return body.suppressions.map(({ address }: { address: string }) => address.split("@")[0]).join(" ");
};

describe("filters", () => {
  beforeEach(async () => {
    const refused = {
      reply: { code: 550, status: "5.1.0", host: "relay.example.net", phase: "mail" },
      detail: "550 5.1.0 Address rejected. 100% sure_ly",
    };
    await add("a@one.example", refused);
    await add("b@two.example", { ...refused, reason: "complaint" });
    await add("c@sub.one.example", { detail: "550 5.1.1 No such user" });
    await add("d@bücher.example", { reason: "manual", source: { type: "import", id: newId(), keyId: 3 } });
    await add("e@one.example", {
      reason: "unsubscribe",
      source: { type: "link", id: emailId },
      detail: "by link",
    });
    await add("f@one.example", { reason: "manual", source: { type: "user", id: newId() }, detail: "asked" });
  });

  test("a total is counted on request, with the filters", async () => {
    const paginationOf = async (query: string) => (await api.call("GET", query)).body.pagination;
    expect(await paginationOf("?limit=1")).not.toHaveProperty("total");
    expect(await paginationOf("?limit=1&include=total")).toMatchObject({ total: 6, total_is_exact: true });
    expect(await paginationOf("?limit=1&include=total&domain=one.example")).toMatchObject({ total: 3 });
  });

  test.each([
    [{ source: "email" }, "c b a"],
    [{ source: "import" }, "d"],
    [{ source: "user" }, "f"],
    [{ domain: "one.example" }, "f e a"],
    [{ domain: "@ONE.example" }, "f e a"],
    [{ domain: "bücher.example" }, "d"],
    [{ domain: "xn--bcher-kva.example" }, "d"],
    [{ reply: "5.1.0" }, "b a"],
    [{ reply: "5.1.1" }, "c"],
    [{ reply: "5.1" }, "c b a"],
    [{ reply: "ADDRESS rejected" }, "b a"],
    [{ reply: "relay.example" }, "b a"],
    [{ reply: "100%" }, "b a"],
    [{ reply: "sure_l" }, "b a"],
    [{ reply: "sure%l" }, ""],
    [{ reply: "5.1.0", reason: "complaint" }, "b"],
    [{ reply: "5.1.0", domain: "one.example", source: "email" }, "a"],
    [{ domain: "one.example", reason: "unsubscribe" }, "e"],
    [{ source: "email", reply: "user" }, "c"],
    [{ search: "one.exa", reply: "550" }, "c a"],
    [{ domain: "one.example", source: "link", reason: "hard_bounce" }, ""],
  ])("%j finds %j", async (query, names) => {
    expect(await found(query as unknown as Record<string, string>)).toBe(names);
  });

  test.each([
    [{ reply: "ab" }, "reply"],
    [{ reply: "---" }, "reply"],
    [{ domain: "no domain" }, "domain"],
    [{ source: "elsewhere" }, "source"],
    [{ after: "2026-02-30T00:00:00Z" }, "after"],
    [{ before: "yesterday" }, "before"],
  ])("%j is rejected with the name of the field", async (query, path) => {
    for (const list of ["", "/export"]) {
      const { status, body } = await api.call("GET", `${list}?${new URLSearchParams(query as object as [])}`);
      expect([status, body.error.fields[0].path]).toEqual([422, path]);
    }
  });

  test("the export contains the suppressions that the list returns for the same filters", async () => {
    const { text } = await api.call("GET", "/export?reply=5.1.0&domain=one.example");
    expect(text.trimEnd().split("\r\n").slice(1)).toEqual([expect.stringContaining('"a@one.example"')]);
  });

  test("each suppression names its source", async () => {
    expect(await api.get("a@one.example")).toMatchObject({
      source: { type: "email", id: emailId, user_id: null, key_id: null },
      reply: { code: 550, status: "5.1.0", host: "relay.example.net", phase: "mail" },
    });
    expect(await api.get("c@sub.one.example")).toMatchObject({ reply: { code: 550, status: "5.1.1" } });
    expect(await api.get("d@bücher.example")).toMatchObject({
      source: { type: "import", user_id: null, key_id: 3 },
      event: null,
      reply: null,
    });
    const { source } = await api.get("f@one.example");
    expect(source).toMatchObject({ type: "user", user_id: source.id, key_id: null });
  });
});

test("pages are stable and complete with every kind of filter", async () => {
  for (let n = 0; n < 12; n += 1)
    await add(`n${n}@${n % 2 ? "odd" : "even"}.example`, {
      detail: n % 3 ? "550 5.1.1 gone" : "550 5.7.1 spam",
    });
  for (const filter of ["source=email", "domain=odd.example&source=email", "reply=gone", "reply=5.1.1"]) {
    const all = (await api.call("GET", `?${filter}`)).body.suppressions;
    const paged: unknown[] = [];
    let cursor = "";
    do {
      const { body } = await api.call("GET", `?limit=2&${filter}${cursor}`);
      paged.push(...body.suppressions);
      cursor = body.pagination.next_cursor ? `&cursor=${body.pagination.next_cursor}` : "";
    } while (cursor);
    expect([filter, paged]).toEqual([filter, all]);
    expect(all.length).toBeGreaterThan(5);
  }
});

test("a stronger reason gives the row a new creation time, so it moves to the top of the list", async () => {
  await add("old@example.com", { reason: "manual" });
  await add("other@example.com");
  const { created_at: before } = (await api.get("old@example.com")) as unknown as { created_at: string };
  await new Promise((resolve) => setImmediate(resolve));
  await add("old@example.com", { reason: "complaint" });
  const row = (await api.get("old@example.com")) as unknown as { created_at: string };
  expect(Date.parse(row.created_at)).toBeGreaterThanOrEqual(Date.parse(before));
  expect(await found({})).toBe("old other");
  const later = new Date(Date.parse(row.created_at) + 1).toISOString();
  expect(await found({ before: later, after: row.created_at })).toContain("old");
  expect(await found({ after: later })).toBe("");
  expect(await found({ before: "2020-01-01T00:00:00Z" })).toBe("");
});

test("a search finds a reply that is older than the newest 10,000 rows", async () => {
  await add("needle@haystack.example", {
    reply: { status: "5.1.0" },
    detail: "550 5.1.0 Address rejected",
  });
  await api.database.pool.query(
    `INSERT INTO suppressions (account_id, address_key, id, address, reason, source, detail)
     SELECT $1, 'n' || n || '@example.com', event_id(now() + n * interval '1 ms', uuid_send(gen_random_uuid())), 'n', 'hard_bounce',
       'email', '550 5.1.1 gone' FROM generate_series(1, 10000) n`,
    [api.account],
  );
  expect(await found({ reply: "address rej" })).toBe("needle");
  expect(await found({ reply: "5.1.0", source: "email" })).toBe("needle");
});
