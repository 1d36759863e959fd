import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let posthouse: Posthouse | undefined;
let sink: SmtpSink | undefined;
afterEach(async () => {
  await stopAndRemove(posthouse);
  await sink?.close();
});

const EMAILS = 2_000;

/** A relay that takes 200 ms at each final dot and refuses more than `maxConnections`; returns the most that were open at once. */
async function deliverThrough(maxConnections: number): Promise<number> {
  let most = 0;
  const relay = await startSmtpSink({
    keepMessages: false,
    onMessage: async () => void (await sleep(200)),
    script: {
      greeting: () => {
        if (relay.openConnections > maxConnections) return "421 4.7.0 Too many connections";
        most = Math.max(most, relay.openConnections);
        return undefined;
      },
    },
  });
  sink = relay;
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    env: { SMTP_RELAY_URL: `smtp://127.0.0.1:${relay.port}` },
  });
  const { baseUrl } = posthouse;
  const { key } = await signUpAndCreateKey(posthouse);
  for (let at = 0; at < EMAILS; at += 500) {
    const emails = Array.from({ length: 500 }, (_, n) => ({
      from: "shop@shop.example",
      to: `someone${at + n}@sink.test`,
      subject: "Hello",
      text: "Hello",
    }));
    expect((await callApi(baseUrl, "/api/v1/emails/batch", { key, body: { emails } })).status).toBe(200);
  }
  await until(() => relay.accepted === EMAILS, { within: 60_000, what: "all mail at the relay" });
  return most;
}

test("a slow relay gets more connections than at first, as long as it takes them", async () => {
  expect(await deliverThrough(1_000)).toBeGreaterThan(40);
});

test("a slow relay that refuses more than 25 connections gets 25, and all mail", async () => {
  expect(await deliverThrough(25)).toBe(25);
});
