import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { GuardedPoster } from "../../../platform/fetch/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { sampleEvent } from "../payloads/sample-event.ts";
import { attemptWebhook } from "../send/attempt.ts";
import { refuseWebhook } from "./refuse-webhook.ts";

async function serve(): Promise<string> {
  const server = createServer((request, response) => {
    if (!refuseWebhook(request, response)) response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a webhook that leads to a Posthouse is refused, and other requests are not (R7)", async () => {
  const url = await serve();
  const poster = new GuardedPoster({ maxConnections: 1, timeoutMs: 20_000, allowsPrivate: true });
  onTestFinished(() => poster.close());
  const destination = { pool: "hook", url, format: "posthouse", signers: [], sendgridKeys: [] } as const;
  const event = sampleEvent("email.clicked", newId());
  // Headers of the user cannot hide it.
  for (const headers of [{}, { "user-agent": "curl/8", "webhook-id": "x" }])
    expect(await attemptWebhook(poster, { ...destination, headers }, event, new Date())).toMatchObject({
      result: "failed",
      status: 508,
      response: "A webhook must not lead to a Posthouse server.",
    });
  const posted = await fetch(url, { method: "POST", headers: { "webhook-id": event.id } });
  expect(await posted.text()).toBe("ok");
  expect(
    await poster.post(url, { body: "{}", headers: { "user-agent": "Posthouse" }, pool: "a" }),
  ).toMatchObject({
    status: 200,
  });
});
