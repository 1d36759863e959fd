/** Runs the client's calls about relays, routing rules and pools against the real API. */
import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { startSmtpSink } from "../../../test/harness/smtp-server.ts";
import { Posthouse } from "./index.ts";

const api = useApi();
let posthouse: Posthouse;

beforeAll(async () => {
  posthouse = new Posthouse(api.key, { baseUrl: await api.app.listen({ host: "127.0.0.1", port: 0 }) });
});

test("relays are added, changed, tested and removed", async () => {
  const { relays } = posthouse;
  const sink = await startSmtpSink();
  const url = `smtp://127.0.0.1:${sink.port}?tls=none`;
  const { id } = await relays.create({ name: "mine", url });
  expect(await relays.update(id, { weight: 3 })).toMatchObject({ name: "mine", weight: 3 });
  expect(await relays.test(id)).toMatchObject({ ok: true, step: null });
  expect(await relays.list()).toMatchObject([{ id, weight: 3, health: { state: "tested" } }]);
  await expect(relays.create({ name: "Mine", url })).rejects.toMatchObject({ status: 409 });
  await relays.remove(id);
  expect(await relays.list()).toEqual([]);
  await sink.close();
});

test("routing rules are added, moved and removed", async () => {
  const { routingRules } = posthouse;
  const first = await routingRules.create({ name: "bulk", match: { stream: "bulk" }, action: "hold" });
  const second = await routingRules.create({ name: "rest", action: "hold" });
  expect([first.position, second.position]).toEqual([1, 2]);
  expect(await routingRules.update(second.id, { position: 1 })).toMatchObject({ position: 1 });
  const { rules, default_route } = await routingRules.list();
  expect(rules.map(({ name }) => name)).toEqual(["rest", "bulk"]);
  expect(default_route).toMatch(/\w/);
  for (const { id } of rules) await routingRules.remove(id);
  expect((await routingRules.list()).rules).toEqual([]);
});

test("an operator's key adds, changes and removes pools", async () => {
  const { pools } = posthouse;
  const sources = [{ address: "203.0.113.9", helo_name: "out1.example.com" }];
  const { id } = await pools.create({ name: "bulk", sources });
  expect(await pools.update(id, { name: "newsletters" })).toMatchObject({ name: "newsletters" });
  expect(await pools.list()).toMatchObject([{ id, name: "newsletters", sources }]);
  await pools.remove(id);
  expect(await pools.list()).toEqual([]);
});
