/** A process that sends to webhooks as the program does, and on a message posts bodies of the same events without anything else. */
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

/** Requests at once to one webhook, as in EndpointPump. */
const CONCURRENCY = 8;
const [connectionString = "", secretKey = ""] = process.argv.slice(2);
const database = openDatabase(connectionString, { max: 8 });
const posterOf = () => new GuardedPoster({ maxConnections: 16, timeoutMs: 15_000, allowsPrivate: true });
const sender = new WebhookSender({
  database,
  clock: new DatabaseClock(database),
  log: createLogger("warn", "bench"),
  secrets: openInstanceSecrets({ dataDir: "/nowhere", key: secretKey }),
  poster: posterOf(),
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
  const poster = posterOf();
  const since = performance.now();
  let begun = 0;
  const post = async (url: string) => {
    while (begun < requests) {
      const body = bodies[begun++ % bodies.length] ?? "";
      const { status } = await poster.post(url, { body, headers: {}, pool: url });
      if (status !== 204) throw new Error(`the receiver returned ${status}`);
    }
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: CONCURRENCY }, () => post(url))));
  process.send?.({ ms: performance.now() - since } satisfies BareDone);
  poster.close();
});
process.once("disconnect", async () => {
  await sender.stop();
  await database.close();
  process.exit();
});
