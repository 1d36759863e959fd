import { afterEach, expect, test } from "vitest";
import { Posthouse } from "./index.ts";
import { type ScriptedServer, startScriptedServer } from "./scripted-server.fixture.ts";

let server: ScriptedServer;
afterEach(() => server?.close());

/** Three pages with two rows each. */
async function startPages(): Promise<Posthouse> {
  server = await startScriptedServer(({ url }) => {
    const at = Number(new URL(url, "http://x").searchParams.get("cursor") ?? 0);
    const contacts = [{ id: `${at}` }, { id: `${at + 1}` }];
    const pagination = { limit: 2, has_more: at < 4, next_cursor: at < 4 ? `${at + 2}` : null };
    return { json: { contacts, pagination } };
  });
  return new Posthouse("ph_test", { baseUrl: server.baseUrl });
}

test("await returns the first page", async () => {
  const { contacts } = await startPages().then(
    async (posthouse) => await posthouse.contacts.list({ limit: 2 }),
  );
  expect(contacts.map(({ id }) => id)).toEqual(["0", "1"]);
  expect(server.requests.map(({ url }) => url)).toEqual(["/api/v1/contacts?limit=2"]);
});

test("for await yields all rows and keeps the filters", async () => {
  const posthouse = await startPages();
  const ids = [];
  for await (const { id } of posthouse.contacts.list({ search: "a" })) ids.push(id);
  expect(ids).toEqual(["0", "1", "2", "3", "4", "5"]);
  expect(server.requests.map(({ url }) => url)).toEqual([
    "/api/v1/contacts?search=a",
    "/api/v1/contacts?search=a&cursor=2",
    "/api/v1/contacts?search=a&cursor=4",
  ]);
});

test("an early stop requests no further page", async () => {
  const posthouse = await startPages();
  for await (const { id } of posthouse.contacts.list()) if (id === "1") break;
  expect(server.requests).toHaveLength(1);
});

test("pages() yields page by page, starting at a cursor if given", async () => {
  const posthouse = await startPages();
  const limits = [];
  for await (const page of posthouse.contacts.list({ cursor: "2" }).pages())
    limits.push(page.contacts[0]?.id);
  expect(limits).toEqual(["2", "4"]);
});

test("no request is made before the list is used", async () => {
  const posthouse = await startPages();
  posthouse.contacts.list();
  posthouse.emails.list();
  await posthouse.contacts.list();
  expect(server.requests).toHaveLength(1);
});
