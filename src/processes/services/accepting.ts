/** Everything that accepts mail shares one pipeline per process, with its group commits and caches. */
import { DefaultSenders } from "../../features/accounts/index.ts";
import { createSenderPolicy } from "../../features/domains/index.ts";
import {
  createAcceptEmails,
  createDraftEmail,
  IdempotentRequests,
  type SendDeps,
} from "../../features/emails/index.ts";
import { timeNow } from "../../platform/db/index.ts";
import { guardedFetch } from "../../platform/fetch/index.ts";
import { notifyWorkersOf } from "./notify-workers.ts";
import { totalsOf } from "./reporting.ts";
import { once } from "./services.ts";

type OnAccepted = NonNullable<Parameters<typeof createAcceptEmails>[0]["onAccepted"]>;

/**
 * Called after emails of a key were accepted. sending.ts adds the abuse guard later, and it is not an argument here, because it
 * sends mail through this pipeline: each of the two needs the other.
 */
export const onAcceptedOf = once(() => new Set<OnAccepted>());

export const acceptingOf = once((services): SendDeps => {
  const { config, database } = services;
  const defaultSenders = new DefaultSenders({ database, config });
  const notifyWorkers = notifyWorkersOf(services);
  const totals = totalsOf(services);
  const listeners = onAcceptedOf(services);
  return {
    acceptEmails: createAcceptEmails({
      database,
      reasonToRefuseDomain: createSenderPolicy({ database, onlyVerified: config.requireVerifiedDomain }),
      dailyQuota: config.dailyQuota,
      onQueued: (emails) => {
        notifyWorkers();
        totals.count("posthouse_accepted_emails_total", {}, emails);
      },
      onAccepted: (key, recipients) => {
        for (const listen of listeners) listen(key, recipients);
      },
    }),
    draftEmail: createDraftEmail({
      defaultSenderOf: (accountId) => defaultSenders.of(accountId),
      download: guardedFetch,
      timeNow: () => timeNow(database),
    }),
    idempotent: new IdempotentRequests(database),
  };
});
