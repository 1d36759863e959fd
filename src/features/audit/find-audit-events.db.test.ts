import { beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "../../platform/csv/index.ts";
import { createKeyForEmail } from "../keys/create-key-for-email.ts";
import { type TestNode, useTestApp } from "../keys/test-app.fixture.ts";
import { insertAuditEvent, SYSTEM } from "./index.ts";

const tested = useTestApp();
let node: TestNode;
let cookie: string;

const email = "ada@example.com";

type Event = { action: string; key: { name: string } | null; actor: { type: string } };

beforeAll(async () => {
  node = tested.node;
  // Events of another account must be in no result.
  const other = await node.signUp("eve@example.com");
  await node.createKey(other.cookie, "Shop");
  ({ cookie } = await node.signUp(email));
  await node.createKey(cookie, "Shop");
  const { id: keyId } = await node.createKey(cookie, "Billing 100%");
  await node.call("DELETE", `/api/keys/${keyId}`, { headers: { cookie } });
  await createKeyForEmail(tested.database, { email, name: "=cli", permission: "send" });
  const { rows } = await tested.database.pool.query<{ account_id: string; id: number }>(
    "SELECT account_id, id FROM api_keys WHERE name = '=cli'",
  );
  const [{ account_id: accountId, id } = { account_id: "", id: 0 }] = rows;
  await insertAuditEvent(tested.database.db, {
    ...{ accountId, by: SYSTEM, action: "key.paused", keyId: id },
    detail: { reason: 'Bounced "too" often.', nested: { address: ["bob@example.net"] } },
  });
  await insertAuditEvent(tested.database.db, {
    ...{ accountId, by: { personId: null, keyId: id, network: null }, action: "key.changed", keyId: id },
    detail: { name: { from: "a", to: "b" } },
  });
});

const list = async (query: string) =>
  (await node.call("GET", `/api/audit${query}`, { headers: { cookie } })).body;
const actionsOf = async (query: string): Promise<string[]> =>
  (await list(query)).events.map(({ action }: Event) => action);

const ALL = [
  "key.changed",
  "key.paused",
  "key.created",
  "key.revoked",
  "key.created",
  "key.created",
  "user.signed_up",
];

describe("filters of the audit log", () => {
  test.each([
    ["?action=key.created", ["key.created", "key.created", "key.created"]],
    ["?action=key.revoked,user.signed_up", ["key.revoked", "user.signed_up"]],
    ["?action=user", ["user.signed_up"]],
    ["?by=ADA@", ["key.revoked", "key.created", "key.created", "user.signed_up"]],
    ["?by=operator", ["key.created"]],
    ["?by=system", ["key.paused"]],
    ["?by=%3Dcl", ["key.changed"]],
    ["?by=eve", []],
    ["?search=billing", ["key.revoked", "key.created"]],
    ["?search=0%25", ["key.revoked", "key.created"]],
    ["?search=often", ["key.paused"]],
    ["?search=%22TOO", ["key.paused"]],
    ["?search=bob@", ["key.paused"]],
    ["?search=revoked", ["key.revoked"]],
    // Field names are not searched.
    ["?search=reason", []],
    ["?search=nested", []],
    ["?action=key&by=ada&search=shop", ["key.created"]],
    ["?after=2026-01-01T00:00:00Z&before=2099-01-01T00:00:00Z", ALL],
    ["?after=2099-01-01T00:00:00Z", []],
    ["?before=2020-01-01T00:00:00Z", []],
  ])("%s", async (query, actions) => {
    expect(await actionsOf(query)).toEqual(actions);
  });

  test("a total counts the matching events of all pages", async () => {
    const { events, pagination } = await list("?action=key&limit=2&include=total");
    expect(events).toHaveLength(2);
    expect(pagination).toMatchObject({ has_more: true, total: 6, total_is_exact: true });
    const next = await list(`?action=key&limit=2&include=total&cursor=${pagination.next_cursor}`);
    expect(next.events.map(({ action }: Event) => action)).toEqual(["key.created", "key.revoked"]);
    expect(next.pagination.total).toBe(6);
    expect((await list("")).pagination).not.toHaveProperty("total");
  });

  test.each([
    ["?action=key.nothing", "action"],
    ["?action=ke", "action"],
    ["?after=2026-02-31T00:00:00Z", "after"],
  ])("%s is refused", async (query, path) => {
    for (const route of ["/api/audit", "/api/audit/export"]) {
      const { status, body } = await node.call("GET", route + query, { headers: { cookie } });
      expect({ status, body }).toMatchObject({ status: 422, body: { error: { fields: [{ path }] } } });
    }
  });
});

test("the export has the matching events of the account, and no cell is a formula", async () => {
  const { headers, rawPayload } = await node.app.inject({
    method: "GET",
    url: "/api/audit/export?action=key.created,key.paused,key.changed&before=2099-01-01T00:00:00Z",
    headers: { cookie },
  });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toContain("audit-log.csv");
  const rows: string[][] = [];
  for await (const { cells } of readCsv(ReadableStream.from([rawPayload]))) rows.push(cells);
  const [head, ...events] = rows;
  expect(head?.join()).toBe("id,created_at,action,actor,actor_email,actor_key,key,detail,network");
  expect(events.map((cells) => [...cells.slice(2, 7), JSON.parse(cells[7] ?? "")])).toMatchObject([
    ["key.changed", "key", "", "'=cli", "'=cli", { name: { from: "a", to: "b" } }],
    ["key.paused", "system", "", "", "'=cli", { reason: 'Bounced "too" often.' }],
    ["key.created", "operator", "", "", "'=cli", { name: "=cli" }],
    ["key.created", "user", email, "", "Billing 100%", {}],
    ["key.created", "user", email, "", "Shop", {}],
  ]);
});
