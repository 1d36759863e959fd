/** Everything that accepts mail shares one pipeline per process, with its group commits and caches. */
import { DefaultSenders } from "../../features/accounts/index.ts";
import {
  AcceptPipeline,
  type AcceptPipelineOptions,
  IdempotentRequests,
  type SendDeps,
} from "../../features/emails/index.ts";
import { timeNow } from "../../platform/db/index.ts";
import { guardedFetch } from "../../platform/fetch/index.ts";
import { acceptanceListenersOf } from "./acceptance-listeners.ts";
import { notifyWorkersOf } from "./notify-workers.ts";
import { totalsOf } from "./reporting.ts";
import { senderPolicyOf } from "./sender-policy.ts";
import { once } from "./services.ts";
import { trackingPolicyOf } from "./tracking.ts";

type OnAccepted = NonNullable<AcceptPipelineOptions["onAccepted"]>;

/**
 * Called after emails sent with a key were accepted. sending.ts adds the abuse guard later. The guard cannot be an argument here,
 * because it sends mail through this pipeline.
 */
export const onAcceptedOf = once(() => new Set<OnAccepted>());

/** Accepts mail without counting it for the abuse guard: for system mail. Features that accept users' mail take `sendingOf`. */
export const systemSendingOf = once((services): SendDeps => {
  const { config, database } = services;
  const defaultSenders = new DefaultSenders({ database, config });
  const senderPolicy = senderPolicyOf(services);
  const notifyWorkers = notifyWorkersOf(services);
  const totals = totalsOf(services);
  const listeners = onAcceptedOf(services);
  const acceptanceListeners = acceptanceListenersOf(services);
  const pipeline = new AcceptPipeline({
    database,
    reasonToRefuseDomain: (accountId, domain) => senderPolicy.reasonToRefuse(accountId, domain),
    tracking: trackingPolicyOf(services),
    wantsAcceptanceEvents: (accountId) => acceptanceListeners.has(accountId),
    dailyQuota: config.dailyQuota,
    onQueued: (emails) => {
      notifyWorkers();
      totals.count("posthouse_accepted_emails_total", {}, emails);
    },
    onAccepted: (key, recipients) => {
      for (const listen of listeners) listen(key, recipients);
    },
  });
  return {
    pipeline,
    idempotent: new IdempotentRequests(database),
    defaultSenderOf: (accountId) => defaultSenders.of(accountId),
    download: guardedFetch,
    timeNow: () => timeNow(database),
  };
});
