import { beforeEach, expect, test } from "vitest";
import { ContactsApi } from "./contacts-api.fixture.ts";
import { countProperties } from "./count-properties.ts";

const api = new ContactsApi();
beforeEach(async () => {
  api.account = await api.createAccount();
});

test("properties are counted by their contacts, most used first, for one account", async () => {
  const other = await api.createAccount();
  await api.create({ email: "a@example.com", properties: { secret: 1 } }, { as: other });
  await api.create({ email: "a@example.com", properties: { plan: "pro", city: null } });
  await api.create({ email: "b@example.com", properties: { plan: { deep: true } } });
  await api.create({ email: "c@example.com" });
  expect(await countProperties(api.database, api.account)).toEqual([
    { name: "plan", contacts: 2 },
    { name: "city", contacts: 1 },
  ]);
});

test("at most 50 are returned", async () => {
  const properties = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`p${n}`, n]));
  await api.create({ email: "a@example.com", properties });
  expect(await countProperties(api.database, api.account)).toHaveLength(50);
});
