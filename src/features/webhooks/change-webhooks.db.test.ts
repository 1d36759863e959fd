import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { openInstanceSecrets } from "../../platform/secrets/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import { SYSTEM } from "../audit/index.ts";
import { addWebhook, changeWebhook, readWebhookSecret, rotateWebhookSecret } from "./change-webhooks.ts";
import type { WebhookHealth } from "./health/load-health.ts";
import { presentWebhook } from "./http/present-webhook.ts";
import { destinationOf } from "./send/destination-of.ts";
import { sendSample } from "./send/send-sample.ts";
import { arrived, loadWebhook, type Opened, openWorld } from "./send/webhook-world.fixture.ts";

const headers = { Authorization: "Bearer secret-token" };

const sentHeaders = async (world: Opened) => {
  const webhook = await loadWebhook(world);
  if (!webhook) throw new Error("the webhook is missing");
  return destinationOf(world.deps.secrets, webhook).headers;
};

test("domains of a filter are stored as mail has them", async () => {
  const world = await openWorld();
  const domains = ["Shop.Example", "bücher.example", " shop.example ", "xn--bcher-kva.example"];
  const stored = ["shop.example", "xn--bcher-kva.example"];
  expect(await changeWebhook(world.deps, world.target, { domains })).toMatchObject({ domains: stored });
  const by = { accountId: world.accountId, by: SYSTEM };
  const { webhook } = await addWebhook(world.deps, by, { url: world.receiver.url, domains });
  expect(webhook.domains).toEqual(stored);
});

test("a filter by something that is no domain is refused, because it would match nothing", async () => {
  const world = await openWorld();
  const wrong = ["shop", "shop example", "ada@shop.example", "*.shop.example", "10.0.0.1", "shop..example"];
  for (const domain of wrong)
    await expect(
      changeWebhook(world.deps, world.target, { domains: ["shop.example", domain] }),
    ).rejects.toMatchObject({
      code: "validation_failed",
      fields: [{ path: "domains[1]", message: `“${domain}” is not a domain such as example.com` }],
    });
});

test("headers do not go to another server with a changed URL, unless they are given again (I8)", async () => {
  const world = await openWorld({ input: { headers } });
  const { url } = world.receiver;
  for (const other of [
    "http://127.0.0.2:8080/hook",
    "http://127.0.0.1:1/hook",
    url.replace("http:", "https:"),
  ])
    await expect(changeWebhook(world.deps, world.target, { url: other })).rejects.toMatchObject({
      code: "validation_failed",
      fields: [{ path: "headers", message: expect.stringContaining("must be given again") }],
    });
  expect(await loadWebhook(world)).toMatchObject({ url });
  await changeWebhook(world.deps, world.target, { url: `${url}/other` });
  expect(await sentHeaders(world)).toEqual(headers);
  await changeWebhook(world.deps, world.target, { url: "http://127.0.0.2:1/", headers: { "X-Key": "new" } });
  expect(await sentHeaders(world)).toEqual({ "X-Key": "new" });
  await changeWebhook(world.deps, world.target, { url, headers: {} });
  await changeWebhook(world.deps, world.target, { url: "http://127.0.0.2:1/" });
  expect(await sentHeaders(world)).toEqual({});
});

test("the audit log says who has seen a signing secret, and does not contain it", async () => {
  const world = await openWorld();
  const { secret } = await readWebhookSecret(world.deps, world.target);
  expect(secret).toBe(world.secret);
  const { rows } = await world.database.pool.query(
    "SELECT action, detail FROM audit_events ORDER BY id DESC",
  );
  expect(rows[0]).toEqual({ action: "webhook.secret_shown", detail: { url: world.receiver.url } });
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("failures of a former URL do not count for a new one", async () => {
  const world = await openWorld();
  await world.database.pool.query(
    "UPDATE webhooks SET failures = 9, failing_since = now() - interval '6 days'",
  );
  const { url } = world.receiver;
  expect(await changeWebhook(world.deps, world.target, { url })).toMatchObject({ failures: 9 });
  expect(await changeWebhook(world.deps, world.target, { url: `${url}?new` })).toMatchObject({
    failures: 0,
    failing_since: null,
  });
});

test("a webhook whose secret was sealed with another key says so, sends nothing, and works after a rotation", async () => {
  const world = await openWorld({ input: { headers, asymmetric: true } });
  const lost = openInstanceSecrets({ dataDir: "/nowhere", key: "l".repeat(32) });
  const health = { state: "failing" } as WebhookHealth;
  const presented = async () => {
    const webhook = await loadWebhook(world);
    if (!webhook) throw new Error("the webhook is missing");
    const { header_names, public_keys, ...rest } = presentWebhook(webhook, { secrets: lost, health });
    return { state: rest.health.state, header_names, keys: public_keys.length };
  };
  const deps = { ...world.deps, secrets: lost };
  expect(await presented()).toEqual({ state: "secret_lost", header_names: [], keys: 0 });
  const refused = { code: "webhook_secret_lost" };
  await expect(readWebhookSecret(deps, world.target)).rejects.toMatchObject(refused);
  await expect(sendSample(deps, world.target, "email.bounced")).rejects.toMatchObject(refused);
  await world.store(1);
  const warned: object[] = [];
  const log = { warn: (fields: object) => void warned.push(fields) } as unknown as Logger;
  world.startSender({ secrets: lost, log });
  await until(() => warned.length > 0, { what: "the log event" });
  expect(warned).toMatchObject([{ event: "webhooks.secret_lost", webhook_id: world.target.id }]);
  const { secret } = await rotateWebhookSecret(deps, world.target, { overlapHours: 24 });
  expect(await presented()).toEqual({ state: "secret_lost", header_names: [], keys: 1 });
  await changeWebhook(deps, world.target, { headers });
  expect(await presented()).toEqual({ state: "failing", header_names: ["Authorization"], keys: 1 });
  await arrived(world, 1);
  const [request] = world.receiver.received;
  new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>);
  expect(world.receiver.received).toHaveLength(1);
});
