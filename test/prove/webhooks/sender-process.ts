/** A process that sends to webhooks and nothing else. It is killed by its parent. Arguments: the database, the instance's secret key. */
import { flushCompileCache } from "node:module";
import { WebhookSender } from "../../../src/features/webhooks/index.ts";
import { DatabaseClock, openDatabase } from "../../../src/platform/db/index.ts";
import { GuardedPoster } from "../../../src/platform/fetch/index.ts";
import { openInstanceSecrets } from "../../../src/platform/secrets/index.ts";
import { createLogger } from "../../../src/platform/telemetry/index.ts";

flushCompileCache();
const [url = "", key = ""] = process.argv.slice(2);
const database = openDatabase(url, { max: 8 });
new WebhookSender({
  database,
  clock: new DatabaseClock(database),
  log: createLogger("silent", "proof"),
  secrets: openInstanceSecrets({ dataDir: "/nowhere", key }),
  poster: new GuardedPoster({ maxConnections: 32, timeoutMs: 15_000, allowsPrivate: true }),
  notifyUsers: async () => undefined,
  baseUrl: "http://localhost:3000",
}).start();
