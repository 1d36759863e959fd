import { beforeAll, beforeEach, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi({ SECRET_KEY: "k".repeat(32) });
let admin: ApiCaller;
beforeAll(async () => {
  admin = await adminCaller(api);
});
beforeEach(async () => {
  await api.database.pool.query("TRUNCATE routing_rules, relays, pools");
});

const MAX_RELAYS = 20;
const MAX_RULES = 100;
const relayNamed = (name: string) => ({ name, url: "smtp://smtp.example.com:587" });
const holdNamed = (name: string) => ({ name, action: "hold" });
const statusesOf = (responses: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );

test("concurrent requests do not exceed the limit of relays", async () => {
  for (let n = 0; n < MAX_RELAYS - 3; n += 1) await admin.post("/api/relays", relayNamed(`relay ${n}`));
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) => admin.post("/api/relays", relayNamed(`late ${n}`))),
  );
  expect(statusesOf(responses)).toEqual({ 201: 3, 409: 7 });
  expect((await admin.get("/api/relays")).body.relays).toHaveLength(MAX_RELAYS);
});

test("concurrent requests do not exceed the limit of rules, and positions have no gaps", async () => {
  for (let n = 0; n < MAX_RULES - 3; n += 1) await admin.post("/api/routing-rules", holdNamed(`rule ${n}`));
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      admin.post("/api/routing-rules", { ...holdNamed(`late ${n}`), position: 1 + (n % 4) }),
    ),
  );
  expect(statusesOf(responses)).toEqual({ 201: 3, 409: 7 });
  const { rules } = (await admin.get("/api/routing-rules")).body;
  expect(rules.map(({ position }: { position: number }) => position)).toEqual(
    Array.from({ length: MAX_RULES }, (_, n) => n + 1),
  );
});

test("rules that are deleted and moved at the same time leave positions without gaps", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1)
    ids.push((await admin.post("/api/routing-rules", holdNamed(`rule ${n}`))).body.id);
  const responses = await Promise.all(
    ids.map((id, n) =>
      n % 2 === 0
        ? admin.call("DELETE", `/api/routing-rules/${id}`)
        : admin.patch(`/api/routing-rules/${id}`, { position: 12 - n }),
    ),
  );
  expect(statusesOf(responses)).toEqual({ 200: 6, 204: 6 });
  const { rules } = (await admin.get("/api/routing-rules")).body;
  expect(rules.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a relay is deleted, or a rule uses it, but never both", async () => {
  for (let round = 0; round < 10; round += 1) {
    const relay = (await admin.post("/api/relays", relayNamed(`relay ${round}`))).body;
    const rule = { name: `rule ${round}`, action: "relay", relay_ids: [relay.id] };
    const [made, deleted] = await Promise.all([
      admin.post("/api/routing-rules", rule),
      admin.call("DELETE", `/api/relays/${relay.id}`),
    ]);
    expect([
      [201, 409],
      [422, 204],
    ]).toContainEqual([made.status, deleted.status]);
    const { rules } = (await admin.get("/api/routing-rules")).body;
    const { relays } = (await admin.get("/api/relays")).body;
    const known = new Set(relays.map(({ id }: { id: string }) => id));
    for (const { relay_ids } of rules) for (const id of relay_ids) expect(known).toContain(id);
  }
});
