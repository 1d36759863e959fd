import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, keyCaller } from "../../../test/harness/api-caller.ts";

const api = useApi({ SECRET_KEY: "k".repeat(32) });
let admin: ApiCaller;
beforeAll(async () => {
  admin = await adminCaller(api);
});

/** Returns the new audit events since the last call: action and detail, oldest first. */
let seen = 0;
async function newEvents(): Promise<[string, { name: string; of_instance: boolean; changes: object }][]> {
  const { events } = (await admin.get("/api/audit?limit=100")).body;
  const added = events.slice(0, events.length - seen).reverse();
  seen = events.length;
  return added.map(({ action, detail }: { action: string; detail: object }) => [action, detail]);
}
const fromTo = (from: unknown, to: unknown) => ({ from, to });

test("changes of a relay are in the audit log, without its password", async () => {
  await newEvents();
  const login = { url: "smtp://ada@smtp.example.com", password: "hunter2" };
  const { id } = (await admin.post("/api/relays", { name: "a", ...login })).body;
  await admin.patch(`/api/relays/${id}`, { name: "b", url: "smtp://ada@smtp.example.com:587" });
  await admin.patch(`/api/relays/${id}`, { password: "hunter3" });
  await admin.patch(`/api/relays/${id}`, { url: "smtp://ada:hunter4@other.example.com" });
  await admin.patch(`/api/relays/${id}`, { name: "b" });
  await keyCaller(api).call("DELETE", `/api/v1/relays/${id}`);
  const port587 = "smtp://ada@smtp.example.com:587";
  const events = await newEvents();
  expect(events).toEqual([
    [
      "relay.created",
      {
        name: "a",
        of_instance: false,
        changes: expect.objectContaining({ url: fromTo(null, login.url), password: fromTo(null, "set") }),
      },
    ],
    [
      "relay.changed",
      { name: "a", of_instance: false, changes: { name: fromTo("a", "b"), url: fromTo(login.url, port587) } },
    ],
    ["relay.changed", { name: "b", of_instance: false, changes: { password: fromTo("set", "changed") } }],
    [
      "relay.changed",
      {
        name: "b",
        of_instance: false,
        changes: {
          url: fromTo(port587, "smtp://ada@other.example.com"),
          password: fromTo("set", "changed"),
        },
      },
    ],
    [
      "relay.removed",
      { name: "b", of_instance: false, changes: expect.objectContaining({ password: fromTo("set", null) }) },
    ],
  ]);
  expect(JSON.stringify(events)).not.toContain("hunter");
  const actors = (await admin.get("/api/audit?limit=2")).body.events.map(
    ({ actor }: { actor: { type: string } }) => actor.type,
  );
  expect(actors).toEqual(["key", "user"]);
});

test("changes of rules and pools too; those of the instance are in the operator's log", async () => {
  const of_instance = true;
  const pools = "/api/pools";
  const rules = "/api/instance/routing-rules";
  const source = { address: "192.0.2.1", helo_name: "out1.example.com", started_on: "2026-01-02" };
  const pool = (await admin.post(pools, { name: "warm", sources: [source] })).body.id;
  await admin.patch(`${pools}/${pool}`, { sources: [{ ...source, started_on: null }] });
  await admin.patch(`${pools}/${pool}`, { name: "warm" });
  const rule = (await admin.post(rules, { name: "all", action: "direct", pool_id: pool })).body.id;
  await admin.patch(`${rules}/${rule}`, { enabled: false, match: { stream: "bulk" } });
  await admin.patch(`${rules}/${rule}`, { enabled: false });
  await admin.call("DELETE", `${rules}/${rule}`);
  await admin.call("DELETE", `${pools}/${pool}`);
  const warm = ["192.0.2.1 as out1.example.com since 2026-01-02"];
  const sends = (mail: string) =>
    `the instance's rule 1 “all” sends ${mail} straight to its recipients' servers via pool warm`;
  expect(await newEvents()).toEqual([
    [
      "pool.created",
      { name: "warm", of_instance, changes: { name: fromTo(null, "warm"), sources: fromTo(null, warm) } },
    ],
    [
      "pool.changed",
      { name: "warm", of_instance, changes: { sources: fromTo(warm, ["192.0.2.1 as out1.example.com"]) } },
    ],
    [
      "routing_rule.created",
      {
        name: "all",
        of_instance,
        changes: { rule: fromTo(null, sends("all mail")), enabled: fromTo(null, true) },
      },
    ],
    [
      "routing_rule.changed",
      {
        name: "all",
        of_instance,
        changes: { rule: fromTo(sends("all mail"), sends("bulk mail")), enabled: fromTo(true, false) },
      },
    ],
    [
      "routing_rule.removed",
      {
        name: "all",
        of_instance,
        changes: { rule: fromTo(sends("bulk mail"), null), enabled: fromTo(false, null) },
      },
    ],
    ["pool.removed", { name: "warm", of_instance, changes: expect.anything() }],
  ]);
});
