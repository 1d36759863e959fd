import { expect, test } from "vitest";
import { SYSTEM } from "../audit/index.ts";
import { addWebhook, changeWebhook, readWebhookSecret } from "./change-webhooks.ts";
import { destinationOf } from "./send/destination-of.ts";
import { loadWebhook, type Opened, openWorld } from "./send/webhook-world.fixture.ts";

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
