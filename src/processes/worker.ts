/** The process that delivers mail. It loads no web server. */
import { join } from "node:path";
import { DeliveryWorker, openJournals, type Settled, SharedThrottles } from "../features/delivery/index.ts";
import { MessageSigner } from "../features/domains/index.ts";
import { countAttempt } from "../features/metrics/index.ts";
import { CurrentPauses, QueueMeter } from "../features/queue/index.ts";
import { unsubscribeLinks } from "../features/suppressions/index.ts";
import { trackHtml } from "../features/tracking/index.ts";
import type { Role } from "./role.ts";
import { abuseGuardOf } from "./services/abuse-guard.ts";
import { acceptanceListenersOf } from "./services/acceptance-listeners.ts";
import { deliveryRoutesOf } from "./services/delivery-routes.ts";
import { startFollowers } from "./services/followers.ts";
import { inboundDomainOf } from "./services/inbound-domain.ts";
import { startReporting, totalsOf } from "./services/reporting.ts";
import { secretsOf } from "./services/secrets.ts";
import type { Services } from "./services/services.ts";
import { recordSoftBounceOf } from "./services/soft-bounces.ts";
import { trackingPolicyOf } from "./services/tracking.ts";

export const worker: Role = {
  pool: {
    // Claims, settlements and renewals use few connections at once.
    max: 5,
    // A silent connection is closed early enough to renew the leases (20 s).
    patienceMs: 8_000,
    byIndex: true,
  },
  start: startWorker,
};

async function startWorker(services: Services) {
  startReporting(services);
  startFollowers(services);
  const { config, database, log } = services;
  const secrets = secretsOf(services);
  const signer = new MessageSigner({ database, secrets });
  const links = { secrets, baseUrl: config.baseUrl, inboundDomainFor: inboundDomainOf(services) };
  const tracking = trackingPolicyOf(services);
  const pauses = new CurrentPauses({ database });
  const acceptanceListeners = acceptanceListenersOf(services);
  const queueMeter = new QueueMeter({ database, log });
  const onSettled = countSettledOf(services, queueMeter);
  const directory = join(config.dataDir, "journal");
  const journals = await openJournals({ directory, database, log, onSettled });
  const running = new DeliveryWorker({
    database,
    journal: journals.journal,
    routes: deliveryRoutesOf(services),
    throttles: new SharedThrottles({ database, log }),
    signMessage: (email, message) => signer.sign(email, message),
    linksFor: (subscription) => unsubscribeLinks(links, subscription),
    trackingWhenSent: (mail) => tracking.whenSent(mail),
    trackHtml: (html, tracked) => trackHtml(secrets, html, tracked),
    log,
    pauses: () => pauses.load(),
    acceptanceListeners: () => acceptanceListeners.all(),
    onSettled,
  });
  await running.start();
  return {
    stop: async () => {
      await running.stop();
      await journals.close();
      await queueMeter.stop();
    },
  };
}

/** Counts each settled recipient in the metrics, in the queue's rates, and for its address and its key. */
function countSettledOf(services: Services, queueMeter: QueueMeter) {
  const guard = abuseGuardOf(services);
  const totals = totalsOf(services);
  const recordSoftBounce = recordSoftBounceOf(services);
  return (settled: Settled): void => {
    const { accountId, keyId, domain, state, result } = settled;
    countAttempt(totals, settled);
    queueMeter.count(accountId, domain, state);
    recordSoftBounce(settled);
    if (keyId !== null && result.route !== "simulator" && (state === "delivered" || state === "bounced"))
      guard?.countOutcome({ accountId, keyId }, state);
  };
}
