/** A process that sends to webhooks as the program does, and on a message posts bodies of the same events with Node's HTTP client alone. */
import http from "node:http";
import { readFeed } from "../src/features/feed/index.ts";
import { WebhookSender } from "../src/features/webhooks/index.ts";
import { bodyOf } from "../src/features/webhooks/payloads/body-of.ts";
import { webhookEventOf } from "../src/features/webhooks/webhook-event.ts";
import { DatabaseClock, openDatabase } from "../src/platform/db/index.ts";
import { GuardedPoster } from "../src/platform/fetch/index.ts";
import { LAST_ID } from "../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../src/platform/secrets/index.ts";
import { createLogger } from "../src/platform/telemetry/index.ts";

/** `urls`: one for each webhook. */
export type BareOrder = { accountId: string; urls: string[]; requests: number };
export type BareDone = { ms: number };

/** The default concurrency of a webhook. */
const CONCURRENCY = 8;
const [connectionString = "", secretKey = ""] = process.argv.slice(2);
const database = openDatabase(connectionString, { max: 8 });
const sender = new WebhookSender({
  database,
  clock: new DatabaseClock(database),
  log: createLogger("warn", "bench"),
  secrets: openInstanceSecrets({ dataDir: "/nowhere", key: secretKey }),
  poster: new GuardedPoster({ maxConnections: 16, timeoutMs: 15_000, allowsPrivate: true }),
  notifyUsers: async () => undefined,
  baseUrl: "http://localhost:3000",
});
sender.start();
process.send?.("started");

process.on("message", async ({ accountId, urls, requests }: BareOrder) => {
  const page = {
    accountId,
    afterId: "00000000-0000-0000-0000-000000000000",
    beforeId: LAST_ID,
    limit: 1_000,
  };
  const events = (await readFeed(database, page)).map(webhookEventOf);
  const bodies = events.map((event) => bodyOf(event, "posthouse") ?? "");
  const since = performance.now();
  let begun = 0;
  const postAll = async (to: http.RequestOptions) => {
    while (begun < requests) {
      const status = await post(to, bodies[begun++ % bodies.length] ?? "");
      if (status !== 204) throw new Error(`the receiver returned ${status}`);
    }
  };
  const targets = urls.map(targetOf);
  await Promise.all(targets.flatMap((to) => Array.from({ length: CONCURRENCY }, () => postAll(to))));
  process.send?.({ ms: performance.now() - since } satisfies BareDone);
  for (const { agent } of targets) agent.destroy();
});

function targetOf(url: string) {
  const { hostname, port, pathname } = new URL(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  return { method: "POST", host: hostname, port, path: pathname, agent };
}

function post(to: http.RequestOptions, body: string): Promise<number | undefined> {
  // As a list, Node writes them as they are, which is faster.
  const headers = [
    "host",
    `${to.host}:${to.port}`,
    "content-type",
    "application/json",
    "connection",
    "keep-alive",
  ];
  headers.push("content-length", String(Buffer.byteLength(body)));
  return new Promise((resolve, reject) => {
    const request = http.request({ ...to, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
    request.once("error", reject);
    request.end(body, "latin1");
  });
}

process.once("disconnect", async () => {
  await sender.stop();
  await database.close();
  process.exit();
});
