/** Composition root of the delivery side: which transport, which database. */
import { join } from "node:path";
import { type Config, databaseUrlOf } from "./config.ts";
import {
  composeDirect,
  composeRuledRoutes,
  createCaptureTransport,
  createDirectRoutes,
  createOneRoute,
  createReturnPathOf,
  createReturnPaths,
  createSettingsRelay,
  createSystemPool,
  DeliveryWorker,
  givenReturnPathOf,
  openJournals,
  type Routes,
  recheckSender,
  type Settled,
  SharedThrottles,
} from "./features/delivery/index.ts";
import { createReturnPathDomainOf, createSenderPolicy, createSignMessage } from "./features/domains/index.ts";
import { createDeliveryMeter, reportProcess, Totals } from "./features/metrics/index.ts";
import { createPauses, QueueMeter } from "./features/queue/index.ts";
import { composeAbuseGuard } from "./key-brake.ts";
import { type Database, openDatabase } from "./platform/db/index.ts";
import { openInstanceSecrets } from "./platform/secrets/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";
import { composeRefusals } from "./refusals.ts";
import { composeUnsubscribeLinks } from "./unsubscribing.ts";

/** Claims, settlements, renewals: a handful at once. */
const workerConnections = 5;

/** A connection that has gone silent must not cost the leases (20 s): it is given up while there is time to renew them. */
const patienceMs = 8_000;

/** One process of the role `worker`. */
export async function startWorker(config: Config, log: Logger) {
  const database = openDatabase(databaseUrlOf(config), { max: workerConnections, patienceMs, byIndex: true });
  const { onSettled, stopMeters } = composeMeters({ config, log, database });
  const directory = join(config.dataDir, "journal");
  const journals = await openJournals({ directory, database, log, onSettled });
  const worker = new DeliveryWorker({
    database,
    journal: journals.journal,
    routes: composeRoutes({ config, database, log }),
    throttles: new SharedThrottles({ database, log }),
    ...composeMessages({ config, database }),
    log,
    pauses: createPauses({ database }),
    onSettled,
  });
  await worker.start();
  return {
    stop: async () => {
      await worker.stop();
      await journals.close();
      await stopMeters();
      await database.close();
    },
  };
}

/** Everybody who counts what is settled. */
function composeMeters(given: Given) {
  const abuseGuard = composeAbuseGuard(given);
  const totals = new Totals();
  const countDelivery = createDeliveryMeter(totals);
  const queueMeter = new QueueMeter(given);
  const noteRefusal = composeRefusals(given);
  const stopReporting = reportProcess({ ...given, role: "worker", totals });
  return {
    onSettled: (settled: Settled) => {
      const { accountId, keyId, domain, state, result } = settled;
      countDelivery(settled);
      queueMeter.count(accountId, domain, state);
      noteRefusal(settled);
      if (keyId !== null && result.route !== "simulator" && (state === "delivered" || state === "bounced"))
        abuseGuard?.countOutcome({ accountId, keyId }, state);
    },
    stopMeters: async () => {
      await queueMeter.stop();
      await stopReporting();
    },
  };
}

/** In capture mode nothing leaves the machine. */
const maxCaptured = 64;

type Given = { config: Config; database: Database; log: Logger };

/** What makes a message the sender's own: its signature, and by what recipients leave. */
function composeMessages({ config, database }: Pick<Given, "config" | "database">) {
  const secrets = openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey });
  return {
    signMessage: createSignMessage({ database, secrets }),
    linksFor: composeUnsubscribeLinks(config, inboundDomainFor({ config, database })),
  };
}

/** What is written to us comes back where the sender's domain, or the instance, has a domain for it. */
function inboundDomainFor({ config, database }: Pick<Given, "config" | "database">) {
  const ofDomain = createReturnPathDomainOf(database);
  return async (accountId: string, fromDomain: string) =>
    (await ofDomain(accountId, fromDomain)) ?? config.returnPathDomain;
}

function composeReturnPaths({ config, database }: Pick<Given, "config" | "database">) {
  const secrets = openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey });
  return createReturnPathOf({
    returnPaths: createReturnPaths({ secrets }),
    domainFor: inboundDomainFor({ config, database }),
  });
}

function composeRoutes({ config, database, log }: Given): Routes {
  const { delivery, smtpRelay, heloName, saas } = config;
  if (delivery === "capture" || (delivery === "relay" && !smtpRelay))
    return createOneRoute({
      name: "capture",
      transport: createCaptureTransport(),
      maxTransactions: maxCaptured,
      returnPathOf: givenReturnPathOf,
    });
  const returnPathOf = composeReturnPaths({ config, database });
  const direct = composeDirect({
    database,
    log,
    dnsServers: config.dnsServers,
    port: config.directPort,
    mayUsePrivateAddresses: config.directToPrivate,
    ownNames: [heloName, config.inboundHost],
  });
  const usual =
    delivery === "relay" && smtpRelay
      ? createSettingsRelay({ endpoint: smtpRelay, heloName, returnPathOf, log })
      : createDirectRoutes({ hops: direct, pool: createSystemPool(heloName), returnPathOf });
  const secrets = openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey });
  const routes = composeRuledRoutes({ database, log, secrets, heloName, saas, usual, direct });
  return recheckSender(routes, createSenderPolicy({ database, onlyVerified: config.requireVerifiedDomain }));
}
