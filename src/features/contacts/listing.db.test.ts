import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids/index.ts";
import { ContactsApi, type Failure } from "./contacts-api.fixture.ts";

const api = new ContactsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

describe("another account", () => {
  test("its contact looks like one that never existed, and is not changed (L1, L6)", async () => {
    const owner = await api.createAccount();
    const theirs = await api.create(
      { email: "theirs@example.com", name: "Secret", properties: { a: 1 } },
      { as: owner },
    );
    const deleted = await api.create({ email: "deleted@example.com" });
    await api.call("DELETE", `/contacts/${deleted.id}`);
    const before = await api.call("GET", `/contacts/${theirs.id}`, { as: owner });

    const texts = new Set<string>();
    for (const reference of [
      theirs.id,
      "theirs@example.com",
      deleted.id,
      newId(),
      "unknown@example.com",
      "%20",
      "no-id",
      "x@",
    ]) {
      for (const [method, body] of [["GET"], ["PATCH", { name: "Mine now" }], ["DELETE"]] as const) {
        const response = await api.call<Failure>(method, `/contacts/${reference}`, body ? { body } : {});
        expect(response.status, `${method} ${reference}`).toBe(404);
        texts.add(response.text.replace(response.body.error.request_id, ""));
      }
    }
    expect([...texts]).toHaveLength(1);
    expect([...texts][0]).not.toContain("theirs");
    expect(await api.call("GET", `/contacts/${theirs.id}`, { as: owner })).toEqual(before);
  });

  test("its contacts are in no list, search, count or page of this account, and may have the same addresses (L1, L7)", async () => {
    const owner = await api.createAccount();
    await api.create({ email: "same@example.com", name: "Theirs" }, { as: owner });
    await api.create({ email: "other@example.com" }, { as: owner });
    await api.create({ email: "same@example.com", name: "Ours" });
    expect(await api.list("?search=same&include=total")).toMatchObject({
      contacts: [{ name: "Ours" }],
      pagination: { total: 1 },
    });
    expect(await api.list()).toMatchObject({ contacts: [{ name: "Ours" }], pagination: { total: 1 } });

    const { pagination } = await api.list("?limit=1", owner);
    const cursor = pagination.next_cursor ?? "";
    const refused = await api.call<Failure>("GET", `/contacts?cursor=${cursor}`);
    expect(refused).toMatchObject({ status: 422, body: { error: { fields: [{ path: "cursor" }] } } });
    const updated = await api.create(
      { email: "same@example.com", name: "Ours 2" },
      { query: "?on_conflict=update" },
    );
    expect(updated.result).toBe("updated");
    expect((await api.call("GET", "/contacts/same@example.com", { as: owner })).body).toMatchObject({
      name: "Theirs",
    });
  });
});

describe("listing", () => {
  test("filters narrow the list, and the filtered total is returned only on request", async () => {
    await api.create({ email: "ada@example.com", name: "Ada Lovelace" });
    await api.create({ email: "grace@example.org", name: "Grace Hopper", subscribed: false });
    expect(await api.emailsOf("?search=HOPPER")).toEqual(["grace@example.org"]);
    expect(await api.emailsOf("?subscribed=true")).toEqual(["ada@example.com"]);
    expect(await api.emailsOf("?subscribed=false&search=example")).toEqual(["grace@example.org"]);
    expect(await api.emailsOf("?search=lo")).toEqual(["ada@example.com"]);
    expect(await api.emailsOf("?search=ce")).toEqual([]);
    expect(await api.emailsOf("?created_before=2020-01-01T00:00:00Z")).toEqual([]);
    expect(await api.emailsOf("?created_after=2020-01-01T00:00:00Z&search=ada")).toEqual(["ada@example.com"]);
    expect((await api.list("?search=hopper")).pagination).not.toHaveProperty("total");
    expect((await api.list("?subscribed=false&include=total")).pagination.total).toBe(1);
    expect((await api.list("?search=example&include=total")).pagination.total).toBe(2);
    expect((await api.list("?search=%20")).pagination.total).toBe(2);
  });

  test("a property is compared exactly, as text or as a JSON value", async () => {
    await api.create({ email: "ada@example.com", properties: { plan: "pro", seats: 5, "a:b": "c" } });
    await api.create({ email: "bob@example.com", properties: { plan: "Pro", seats: "5", beta: true } });
    expect(await api.emailsOf("?property=plan:pro")).toEqual(["ada@example.com"]);
    expect(await api.emailsOf("?property=seats:5")).toEqual(["bob@example.com", "ada@example.com"]);
    expect(await api.emailsOf("?property=seats:5&search=ada")).toEqual(["ada@example.com"]);
    expect(await api.emailsOf("?property=beta:true")).toEqual(["bob@example.com"]);
    expect(await api.emailsOf("?property=beta:false")).toEqual([]);
    expect(await api.emailsOf(`?property=${encodeURIComponent("plan:pr'%")}`)).toEqual([]);
    expect((await api.list("?property=plan:pro&include=total")).pagination).toMatchObject({
      total: 1,
      total_is_exact: true,
    });
  });

  test.each([
    ["property=plan", "property"],
    ["property=:pro", "property"],
    ["property=plan:a%00b", "property"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=1.5", "limit"],
    ["subscribed=maybe", "subscribed"],
    ["created_after=yesterday", "created_after"],
    ["created_before=2026-02-30T00:00:00Z", "created_before"],
    ["include=everything", "include"],
    ["serach=ada", "serach"],
    ["cursor=AAAA", "cursor"],
    [`cursor=${Buffer.from(JSON.stringify(["a", "b"])).toString("base64url")}`, "cursor"],
    ["search=a%00b", "search"],
  ])("%s is rejected with the name of the parameter (C34)", async (query, path) => {
    const response = await api.call<Failure>("GET", `/contacts?${query}`);
    expect(response).toMatchObject({
      status: 422,
      body: { error: { code: "validation_failed", fields: [{ path }] } },
    });
  });
});
