import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import { decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { publish } from "../domains.fixture.ts";

let api: TestApi;
let caller: ApiCaller;
let dns: DnsStub;
beforeAll(async () => {
  dns = await startDnsServer({});
  api = await startTestApi({ DNS_SERVERS: dns.address, REQUIRE_VERIFIED_DOMAIN: "on" });
  caller = keyCaller(api);
});
afterAll(async () => {
  await api.close();
  await dns.close();
});

const path = "/api/v1/domains";

test("a domain is added, verified, used and removed (C22)", async () => {
  const email = { from: "shop@api.example", to: "ada@example.org", subject: "Hello", text: "Hello" };
  expect(await caller.send(email)).toMatchObject({
    status: 403,
    body: { error: { code: "sender_not_allowed" } },
  });
  const added = await caller.post(path, { name: "API.example" });
  expect(added).toMatchObject({ status: 201, body: { name: "api.example", status: "pending" } });
  expect(await caller.post(path, { name: "api.example" })).toMatchObject({
    status: 409,
    body: { error: { code: "domain_exists", fields: [{ path: "name" }] } },
  });
  publish(dns, added.body);
  const checked = await caller.post(`${path}/api.example/check`);
  expect(checked).toMatchObject({
    status: 200,
    body: { status: "verified", records_ok: 10, records_total: 10 },
  });
  await expect.poll(async () => (await caller.send(email)).status, { timeout: 20_000 }).toBe(200);
  expect((await caller.send({ ...email, from: "shop@a.b.api.example" })).status).toBe(403);
  expect((await caller.send({ ...email, from: "shop@api.example.evil" })).status).toBe(403);

  expect((await caller.patch(`${path}/api.example`, { rotate_every_days: 90 })).body.rotate_every_days).toBe(
    90,
  );
  expect((await caller.patch(`${path}/api.example`, { rotate_every_days: 1 })).problems).toEqual([
    "rotate_every_days",
  ]);
  const rotated = await caller.post(`${path}/api.example/rotate`);
  expect(rotated).toMatchObject({ status: 200, body: { rotated_at: expect.any(String) } });
  expect(await caller.post(`${path}/api.example/rotate`)).toMatchObject({
    status: 409,
    body: { error: { code: "keys_not_ready" } },
  });
  const zone = await caller.get(`${path}/api.example/zone-file`);
  expect(zone.headers["content-type"]).toBe("text/plain; charset=utf-8");
  for (const { name, type } of added.body.records) expect(zone.body).toContain(`${name}. IN ${type} `);

  expect((await caller.call("DELETE", `${path}/api.example`)).status).toBe(204);
  for (const missing of ["api.example", "never.example", "no domain"])
    expect(await caller.get(`${path}/${encodeURIComponent(missing)}`)).toMatchObject({
      status: 404,
      body: { error: { code: "domain_not_found" } },
    });
  await expect.poll(async () => (await caller.send(email)).status, { timeout: 20_000 }).toBe(403);

  const audit = await api.database.pool.query(
    "SELECT action, by_key_id, detail FROM audit_events ORDER BY id",
  );
  const recorded = audit.rows.filter(({ action }) => action.startsWith("domain."));
  const changes = { rotate_every_days: { from: null, to: 90 } };
  expect(recorded).toEqual(
    [
      ["domain.added", {}],
      ["domain.changed", changes],
      ["domain.keys_rotated", {}],
      ["domain.removed", {}],
    ].map(([action, detail]) => ({
      action,
      by_key_id: expect.any(Number),
      detail: { name: "api.example", changes: detail },
    })),
  );
});

test("pages are sorted by name, and a cursor of another list is rejected", async () => {
  for (const name of ["b.example", "a.example", "c.test"]) await caller.post(path, { name });
  const names = async (query: string) => {
    const { body } = await caller.get(`${path}?${query}`);
    return [body.domains.map(({ name }: { name: string }) => name), body.pagination.next_cursor];
  };
  const [first, cursor] = await names("limit=2");
  expect(first).toEqual(["a.example", "b.example"]);
  expect(await names(`limit=2&cursor=${cursor}`)).toEqual([["c.test"], null]);
  expect(await names("search=EXAMPLE")).toEqual([["a.example", "b.example"], null]);
  const events = await caller.get(`${path}/a.example/events`);
  expect(events.body.events).toMatchObject([{ type: "domain.added" }]);
  expect((await caller.get(`${path}/a.example/events?cursor=${cursor}`)).problems).toEqual(["cursor"]);
  expect((await caller.get(`${path}?cursor=x`)).problems).toEqual(["cursor"]);
  const [list, owner] = decodeCursor(cursor, 3) as [string, string, string];
  for (const name of ["\0", "a b"])
    expect((await caller.get(`${path}?cursor=${encodeCursor([list, owner, name])}`)).problems).toEqual([
      "cursor",
    ]);
});

test("a status filters the list on all pages, and the total counts what matches", async () => {
  const list = async (query: string) => {
    const { body } = await caller.get(`${path}?${query}`);
    return {
      names: body.domains.map(({ name }: { name: string }) => name),
      total: body.pagination.total,
      cursor: body.pagination.next_cursor,
    };
  };
  publish(dns, (await caller.post(path, { name: "verified.example" })).body);
  await caller.post(`${path}/verified.example/check`);
  expect(await list("status=verified")).toMatchObject({ names: ["verified.example"], total: 1 });
  const first = await list("status=pending,lost&limit=2");
  expect(first).toMatchObject({ names: ["a.example", "b.example"], total: 3 });
  expect(await list(`status=pending,lost&limit=2&cursor=${first.cursor}`)).toEqual({
    ...{ names: ["c.test"], total: 3, cursor: null },
  });
  expect(await list("status=pending&search=example&limit=1")).toMatchObject({ total: 2 });
  expect(await list("search=example&limit=1")).toMatchObject({ names: ["a.example"], total: 3 });
  expect(await list("status=degraded")).toMatchObject({ names: [], total: 0 });
  expect((await caller.get(`${path}?status=broken`)).problems).toEqual(["status"]);
});

test("the export has the domains of the account that match the filters", async () => {
  const exported = async (query = "", as = caller) => {
    const { headers, body } = await as.get(`${path}/export${query}`);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    return String(body).trimEnd().split("\r\n").slice(1);
  };
  expect((await exported()).map((line) => line.split(",")[0])).toEqual(
    ["a.example", "b.example", "c.test", "verified.example"].map((name) => `"${name}"`),
  );
  expect(await exported("?search=EXAMPLE&status=verified")).toEqual([
    expect.stringMatching(/^"verified\.example","verified","dns",.*"10","10"/),
  ]);
  expect((await caller.get(`${path}/export?status=broken`)).problems).toEqual(["status"]);
});

test("the response to a check is compressed", async () => {
  await caller.post(path, { name: "large.example" });
  const headers = { ...api.authorization, "accept-encoding": "br" };
  const url = `${path}/large.example/check`;
  const response = await api.app.inject({ method: "POST", url, headers });
  expect(response.headers["content-encoding"]).toBe("br");
  const body = JSON.parse(brotliDecompressSync(response.rawPayload).toString());
  expect(body).toMatchObject({ name: "large.example", records_total: 10 });
});

test("no response contains a private key (B6)", async () => {
  const { rows } = await api.database.pool.query("SELECT private_key_sealed AS sealed FROM domain_keys");
  const responses = await Promise.all(
    ["", "/a.example", "/a.example/events", "/a.example/zone-file"].map((suffix) =>
      caller.get(path + suffix),
    ),
  );
  const text = responses.map(({ bytes }) => bytes.toString()).join("");
  expect(text).toContain("a.example");
  // The base64 of a private key begins with these letters. A public key may contain them further on.
  expect(text).not.toMatch(/PRIVATE|sealed|(?<![\w+/])MII[EJ]/);
  for (const { sealed } of rows) expect(text).not.toContain(sealed.toString("base64").slice(0, 40));
});

test("settings that are changed at the same moment are all saved", async () => {
  await caller.post(path, { name: "busy.example" });
  const change = (n: number) =>
    n % 2 === 0 ? { rotate_every_days: 30 + n } : { tracking_host: `links${n}` };
  const changed = await Promise.all(
    Array.from({ length: 20 }, (_, n) => caller.patch(`${path}/busy.example`, change(n))),
  );
  expect(changed.map(({ status }) => status)).toEqual(changed.map(() => 200));
  await caller.call("DELETE", `${path}/busy.example`);
});
