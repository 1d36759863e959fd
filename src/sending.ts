/** Composition of everything that sends: for the HTTP side (app.ts) and for SMTP submission (smtp.ts). */
import type { Config } from "./config.ts";
import { DefaultSenders } from "./features/accounts/index.ts";
import { createSenderPolicy } from "./features/domains/index.ts";
import {
  createAcceptEmails,
  createCheckBatch,
  createDraftEmail,
  createDryRun,
  createResendEmail,
  createSendBatch,
  createSendEmail,
  createSubmitMessage,
  IdempotentRequests,
} from "./features/emails/index.ts";
import type { Totals } from "./features/metrics/index.ts";
import { workerNotifier } from "./features/recipients/index.ts";
import { composeAbuseGuard } from "./key-brake.ts";
import { type Database, timeNow } from "./platform/db/index.ts";
import { guardedFetch } from "./platform/fetch/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";
import { composePrediction } from "./routing.ts";

export type Sending = ReturnType<typeof composeSending>;

export function composeSending({
  config,
  log,
  database,
  totals,
}: {
  config: Config;
  log: Logger;
  database: Database;
  totals?: Totals;
}) {
  const abuseGuard = composeAbuseGuard({ config, log, database });
  const notifyWorkers = workerNotifier(database, log);
  const acceptEmails = createAcceptEmails({
    database,
    reasonToRefuseDomain: createSenderPolicy({ database, onlyVerified: config.requireVerifiedDomain }),
    dailyQuota: config.dailyQuota,
    onQueued: (emails) => {
      notifyWorkers();
      totals?.count("posthouse_accepted_emails_total", {}, emails);
    },
    ...(abuseGuard && { onAccepted: abuseGuard.countAccepted.bind(abuseGuard) }),
  });
  const defaultSenders = new DefaultSenders({ database, config });
  const draftEmail = createDraftEmail({
    defaultSenderOf: (accountId) => defaultSenders.of(accountId),
    download: guardedFetch,
    timeNow: () => timeNow(database),
  });
  const deps = { database, acceptEmails, draftEmail, idempotent: new IdempotentRequests(database) };
  return {
    sendEmail: createSendEmail(deps),
    sendBatch: createSendBatch(deps),
    checkBatch: createCheckBatch(deps),
    submitMessage: createSubmitMessage(deps),
    resendEmail: createResendEmail(deps),
    checkSender: acceptEmails.checkSender,
    dryRun: createDryRun({ ...deps, predict: composePrediction({ config, database, log }) }),
  };
}
