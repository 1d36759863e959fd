/** Composition root of the delivery side: which transport, which database. */
import { type Config, databaseUrlOf } from "./config.ts";
import {
  createCaptureTransport,
  createRelayTransport,
  DeliveryWorker,
  type Transport,
} from "./features/delivery/index.ts";
import { composeKeyBrake } from "./key-brake.ts";
import { openDatabase } from "./platform/db/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

/** Claims, settlements, renewals: a handful at once. */
const workerConnections = 5;

/** A connection that has gone silent must not cost the leases (20 s): it is given up while there is time to renew them. */
const patienceMs = 8_000;

/** One process of the role `worker`. */
export async function startWorker(config: Config, log: Logger) {
  const database = openDatabase(databaseUrlOf(config), { max: workerConnections, patienceMs });
  const brake = composeKeyBrake({ config, log, database });
  const worker = new DeliveryWorker({
    database,
    transport: createTransport(config),
    log,
    onSettled: (key, state) => {
      if (state === "delivered" || state === "bounced") brake?.countOutcome(key, state);
    },
  });
  await worker.start();
  return {
    stop: async () => {
      await worker.stop();
      await database.close();
    },
  };
}

function createTransport({ delivery, smtpRelay, baseUrl }: Config): Transport {
  if (delivery === "capture" || !smtpRelay) return createCaptureTransport();
  return createRelayTransport({ endpoint: smtpRelay, heloName: new URL(baseUrl).hostname });
}
