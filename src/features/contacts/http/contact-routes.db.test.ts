import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { type Contact, ContactsApi, type Failure } from "../contacts-api.fixture.ts";

const api = new ContactsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

describe("creating", () => {
  test("a contact is stored as sent, and found by id and by address in any case", async () => {
    const properties = { plan: "pro", seats: 5, tags: ["a", null, { deep: true }], "": 0.25 };
    const created = await api.call<Contact>("POST", "/contacts", {
      body: { email: "Ada@Example.com", name: " Ada Lovelace ", subscribed: false, properties },
    });
    expect(created.status).toBe(201);
    const { result, ...contact } = created.body;
    expect(result).toBe("created");
    expect(contact).toEqual({
      id: expect.any(String),
      email: "Ada@example.com",
      name: "Ada Lovelace",
      subscribed: false,
      tracked: true,
      properties,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    });
    for (const reference of [contact.id, contact.id.toUpperCase(), "ada%40EXAMPLE.com", "Ada@example.com"]) {
      expect(await api.call("GET", `/contacts/${reference}`)).toMatchObject({ status: 200, body: contact });
    }
    expect((await api.list()).contacts).toEqual([contact]);
  });

  test("on_conflict decides whether an existing address is an error, an update or skipped", async () => {
    const first = await api.create({
      email: "ada@example.com",
      name: "Ada",
      properties: { plan: "free", seats: 1 },
    });
    const again = { email: "ADA@example.com", properties: { plan: "pro" } };

    const refused = await api.call<Failure>("POST", "/contacts", { body: again });
    expect(refused).toMatchObject({
      status: 409,
      body: { success: false, error: { code: "contact_exists", fields: [{ path: "email" }] } },
    });

    const skipped = await api.call<Contact>("POST", "/contacts?on_conflict=skip", { body: again });
    expect(skipped).toMatchObject({ status: 200, body: { ...first, result: "skipped" } });

    const updated = await api.call<Contact>("POST", "/contacts?on_conflict=update", { body: again });
    expect(updated).toMatchObject({
      status: 200,
      body: { id: first.id, result: "updated", email: "ADA@example.com" },
    });
    expect(updated.body).toMatchObject({ name: "Ada", properties: { plan: "pro", seats: 1 } });

    const other = await api.call<Contact>("POST", "/contacts?on_conflict=update", {
      body: { email: "new@example.com" },
    });
    expect(other).toMatchObject({
      status: 201,
      body: { result: "created", subscribed: true, properties: {} },
    });
    expect((await api.list()).pagination.total).toBe(2);
  });

  test("when twenty callers race for one address, one creates the contact, the rest update it, and no value is lost", async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        api.call<Contact>("POST", "/contacts?on_conflict=update", {
          body: { email: "race@example.com", properties: { [`p${n}`]: n } },
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    const { contacts, pagination } = await api.list();
    expect(pagination.total).toBe(1);
    expect(Object.keys((contacts[0] as unknown as { properties: object }).properties)).toHaveLength(20);
  });

  test.each([
    ["an unknown field", { email: "a@example.com", nmae: "Ada" }, "nmae"],
    ["no address", { name: "Ada" }, "email"],
    ["an invalid address", { email: "ada" }, "email"],
    ["a header in the address", { email: "a@example.com\r\nBcc: b@example.com" }, "email"],
    ["a line break in the name", { email: "a@example.com", name: "Ada\r\nBcc: b@example.com" }, "name"],
    ["properties that are a list", { email: "a@example.com", properties: [1] }, "properties"],
    ["properties that are text", { email: "a@example.com", properties: "{}" }, "properties"],
    ["properties that are null", { email: "a@example.com", properties: null }, "properties"],
    [
      "too many properties",
      { email: "a@example.com", properties: { note: "x".repeat(16_400) } },
      "properties",
    ],
    ["NUL in a property", { email: "a@example.com", properties: { note: "a\0b" } }, "properties.note"],
    ["text for subscribed", { email: "a@example.com", subscribed: "yes" }, "subscribed"],
  ])("%s is rejected with the name of the field, and nothing is stored", async (_, body, path) => {
    const response = await api.call<Failure>("POST", "/contacts", { body });
    expect(response).toMatchObject({ status: 422, body: { error: { code: "validation_failed" } } });
    expect(response.body.error.fields?.map((field) => field.path)).toEqual([path]);
    expect((await api.list()).pagination.total).toBe(0);
  });

  test("a prototype in the properties is rejected (C4)", async () => {
    const body = '{"email":"a@example.com","properties":{"__proto__":{"polluted":true}}}';
    expect((await api.call("POST", "/contacts", { body })).status).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("half a surrogate pair is rejected, and stored values are the same on every surface (C14)", async () => {
    const half = '{"email":"a@example.com","properties":{"note":"\\ud800"}}';
    expect((await api.call("POST", "/contacts", { body: half })).status).toBe(422);
    const text = "Zoë \u202e<script>alert(1)</script> '; DROP TABLE contacts; -- 😀 \\ % _ {{name}}";
    const created = await api.create({ email: "a@example.com", name: text, properties: { [text]: text } });
    expect(created).toMatchObject({ name: text, properties: { [text]: text } });
    expect((await api.list(`?search=${encodeURIComponent(text)}`)).contacts).toHaveLength(1);
  });
});

describe("changing and deleting", () => {
  test("a change replaces the fields it contains and keeps the rest", async () => {
    const created = await api.create({
      email: "ada@example.com",
      name: "Ada",
      properties: { plan: "free", seats: 1 },
    });
    const changed = await api.call<Contact>("PATCH", "/contacts/ADA%40example.com", {
      body: { subscribed: false, properties: { plan: "pro" } },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: created.id, name: "Ada", subscribed: false, properties: { plan: "pro" } },
    });
    expect(changed.body).not.toHaveProperty("properties.seats");
    expect(Date.parse(changed.body.updated_at)).toBeGreaterThanOrEqual(Date.parse(created.updated_at));
    const nameless = await api.call<Contact>("PATCH", `/contacts/${created.id}`, { body: { name: null } });
    expect(nameless.body).toMatchObject({ name: null, subscribed: false });
  });

  test("a contact is found by its new name and address only", async () => {
    const { id } = await api.create({ email: "ada@example.com", name: "Ada" });
    await api.call("PATCH", `/contacts/${id}`, { body: { email: "grace@example.com" } });
    await api.call("PATCH", `/contacts/${id}`, { body: { name: "Grace" } });
    expect(await api.emailsOf("?search=grace%40")).toEqual(["grace@example.com"]);
    expect(await api.emailsOf("?search=ada")).toEqual([]);
    expect((await api.call("GET", "/contacts/ada@example.com")).status).toBe(404);
  });

  test("a contact cannot take the address of another", async () => {
    await api.create({ email: "ada@example.com" });
    const { id } = await api.create({ email: "grace@example.com" });
    const response = await api.call<Failure>("PATCH", `/contacts/${id}`, {
      body: { email: "Ada@example.com" },
    });
    expect(response).toMatchObject({ status: 409, body: { error: { code: "contact_exists" } } });
    const ownSpelling = await api.call<Contact>("PATCH", `/contacts/${id}`, {
      body: { email: "GRACE@example.com" },
    });
    expect(ownSpelling).toMatchObject({ status: 200, body: { email: "GRACE@example.com" } });
  });

  test("an unknown field is rejected by name", async () => {
    const { id } = await api.create({ email: "ada@example.com" });
    const response = await api.call<Failure>("PATCH", `/contacts/${id}`, {
      body: { account_id: newId(), id: newId() },
    });
    expect(response.status).toBe(422);
    expect(response.body.error.fields?.map(({ path }) => path).sort()).toEqual(["account_id", "id"]);
  });

  test("a deleted contact is gone, not counted, and can be created again", async () => {
    const { id } = await api.create({ email: "ada@example.com" });
    expect(await api.call("DELETE", `/contacts/${id}`)).toMatchObject({ status: 204, text: "" });
    expect((await api.call("DELETE", `/contacts/${id}`)).status).toBe(404);
    expect(await api.list()).toMatchObject({
      contacts: [],
      pagination: { total: 0, has_more: false, next_cursor: null },
    });
    expect((await api.create({ email: "ada@example.com" })).result).toBe("created");
    expect((await api.call("DELETE", "/contacts/ADA%40EXAMPLE.COM")).status).toBe(204);
  });

  test("the longest address fits in a path", async () => {
    const email = `${"+".repeat(64)}@${"a.".repeat(94)}b`;
    await api.create({ email });
    expect((await api.call("GET", `/contacts/${encodeURIComponent(email)}`)).status).toBe(200);
  });
});
