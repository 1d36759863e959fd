/** Runs the client's calls about domains, tracking and webhooks against the real API. */
import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { Posthouse } from "./index.ts";

const api = useApi();
let posthouse: Posthouse;

beforeAll(async () => {
  posthouse = new Posthouse(api.key, { baseUrl: await api.app.listen({ host: "127.0.0.1", port: 0 }) });
});

test("domains are added, changed and removed", async () => {
  const { domains } = posthouse;
  const { name, records } = await domains.add({ name: "client.example" });
  expect(records.length).toBeGreaterThan(3);
  expect(await domains.update(name, { rotate_every_days: 180 })).toMatchObject({ rotate_every_days: 180 });
  const types = [];
  for await (const { type } of domains.events(name, { limit: 1 })) types.push(type);
  expect(types).toEqual(expect.arrayContaining(["domain.added", "domain.changed"]));
  expect((await domains.reports(name)).days).toEqual([]);
  expect(await domains.dmarcSources({ domain: name })).toMatchObject({ sources: [] });
  expect((await posthouse.reports.list({ domain: name })).reports).toEqual([]);
  expect(await posthouse.reports.domains()).toEqual({ domains: [], has_more: false });
  expect(await new Response(await posthouse.reports.export()).text()).toContain('"received_at","domain"');
  await expect(domains.rotate(name)).rejects.toMatchObject({ status: 409 });
  await domains.remove(name);
  expect((await domains.list()).domains).toEqual([]);
});

test("tracking is set for the account and for a domain", async () => {
  const { tracking, domains } = posthouse;
  const { name } = await domains.add({ name: "tracked.example" });
  expect(await tracking.update({ opens: true })).toMatchObject({ opens: true });
  expect(await tracking.get()).toMatchObject({ opens: true });
  expect(await tracking.updateDomain(name, { opens: false })).toMatchObject({ opens: false });
  expect(await tracking.getDomain(name)).toMatchObject({ opens: false, host_status: "none" });
  expect(await tracking.checkDomain(name)).toMatchObject({ host_status: "none" });
  await domains.remove(name);
});

test("an email without webhooks has no webhook deliveries", async () => {
  const { id } = await posthouse.emails.send({ to: "ada@example.com", subject: "No webhook", text: "Hi" });
  expect((await posthouse.emails.webhookDeliveries(id)).deliveries).toEqual([]);
});
