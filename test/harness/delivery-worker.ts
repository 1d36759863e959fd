import type { LinksFor, SignMessage } from "../../src/features/delivery/deliver.ts";
import type { Notes } from "../../src/features/delivery/journal/journal.ts";
import { SharedPace } from "../../src/features/delivery/pace/shared-pace.ts";
import { createOneRoute } from "../../src/features/delivery/routing/one-route.ts";
import { givenReturnPathOf } from "../../src/features/delivery/routing/return-path-of.ts";
import type { Routes } from "../../src/features/delivery/routing/router.ts";
import type { Transport } from "../../src/features/delivery/transports/transport.ts";
import { DeliveryWorker } from "../../src/features/delivery/worker.ts";
import type { Pauses } from "../../src/features/recipients/index.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { createLogger, type Logger } from "../../src/platform/telemetry/index.ts";

const silent = createLogger("silent", "test");

/** A worker, not started, that goes these ways; without more it signs nothing. */
export function createRoutedWorker({
  database,
  routes,
  pauses,
  signMessage = async (_email, message) => message,
  linksFor = async () => ({ url: "https://posthouse.example/u/token", mailto: null }),
  log = silent,
  notes,
}: {
  database: Database;
  routes: Routes;
  pauses?: () => Promise<Pauses>;
  signMessage?: SignMessage;
  linksFor?: LinksFor;
  log?: Logger;
  notes?: Notes;
}): DeliveryWorker {
  return new DeliveryWorker({
    database,
    routes,
    ...(pauses && { pauses }),
    pace: new SharedPace({ database, log, syncMs: 100 }),
    signMessage,
    linksFor,
    log,
    ...(notes && { notes }),
  });
}

/** A worker, not started, that sends all mail through one transport; without more it signs nothing. */
export function createTestWorker({
  database,
  transport,
  maxUnderWay = 20,
  ...more
}: {
  database: Database;
  transport: Transport;
  maxUnderWay?: number;
  pauses?: () => Promise<Pauses>;
  signMessage?: SignMessage;
}): DeliveryWorker {
  return createRoutedWorker({
    database,
    ...more,
    routes: createOneRoute({ name: "test", transport, maxUnderWay, returnPathOf: givenReturnPathOf }),
  });
}
