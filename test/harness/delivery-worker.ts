import type { AttemptJournal } from "../../src/features/delivery/journal/attempt-journal.ts";
import { OneRoute } from "../../src/features/delivery/route/one-route.ts";
import { senderReturnPathOf } from "../../src/features/delivery/route/return-path-of.ts";
import type { Routes } from "../../src/features/delivery/route/router.ts";
import { SharedThrottles } from "../../src/features/delivery/throttles/shared-throttles.ts";
import type {
  LinksFor,
  SignMessage,
  TrackHtml,
  TrackingWhenSent,
} from "../../src/features/delivery/transmit/make-message.ts";
import type { Transport } from "../../src/features/delivery/transmit/transport.ts";
import { DeliveryWorker } from "../../src/features/delivery/worker.ts";
import type { Pauses } from "../../src/features/recipients/index.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { createLogger, type Logger } from "../../src/platform/telemetry/index.ts";

const silent = createLogger("silent", "test");

/** Creates a worker with these routes, not started; by default it does not sign. */
export function createRoutedWorker({
  database,
  routes,
  pauses,
  signMessage = async (_email, message) => message,
  linksFor = async () => ({ url: "https://posthouse.example/u/token", mailto: null }),
  trackingWhenSent = async ({ tracking }) => ({ tracking, change: null }),
  trackHtml = (html) => html,
  log = silent,
  journal,
}: {
  database: Database;
  routes: Routes;
  pauses?: () => Promise<Pauses>;
  signMessage?: SignMessage;
  linksFor?: LinksFor;
  trackingWhenSent?: TrackingWhenSent;
  trackHtml?: TrackHtml;
  log?: Logger;
  journal?: AttemptJournal;
}): DeliveryWorker {
  return new DeliveryWorker({
    database,
    routes,
    ...(pauses && { pauses }),
    throttles: new SharedThrottles({ database, log, syncMs: 100 }),
    signMessage,
    linksFor,
    trackingWhenSent,
    trackHtml,
    log,
    ...(journal && { journal }),
  });
}

/** Creates a worker that sends all mail through one transport, not started; by default it does not sign. */
export function createTestWorker({
  database,
  transport,
  maxTransactions = 20,
  ...more
}: {
  database: Database;
  transport: Transport;
  maxTransactions?: number;
  pauses?: () => Promise<Pauses>;
  signMessage?: SignMessage;
  trackingWhenSent?: TrackingWhenSent;
  trackHtml?: TrackHtml;
}): DeliveryWorker {
  return createRoutedWorker({
    database,
    ...more,
    routes: new OneRoute({ name: "test", transport, maxTransactions, returnPathOf: senderReturnPathOf }),
  });
}
