/** Composition of the program's own mail to the people of an account. */
import type { Config } from "./config.ts";
import { DefaultSenders } from "./features/accounts/index.ts";
import {
  createAcceptEmails,
  createDraftEmail,
  createSendEmail,
  IdempotentRequests,
  type SendRequest,
} from "./features/emails/index.ts";
import { workerNotifier } from "./features/recipients/index.ts";
import { type Database, timeNow } from "./platform/db/index.ts";
import { guardedFetch } from "./platform/fetch/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

type Given = { config: Config; log: Logger; database: Database };
type SendMail = (accountId: string, mail: SendRequest, idempotencyKey: string) => Promise<unknown>;

/**
 * It stands among the account's emails; no quota and no sender policy may keep it from the people whose key is in trouble.
 * `fromUs`: from the instance's own address, if it has one, as a hosted account may have no domain, or lose the one it has.
 */
export function composeNotices(
  { config, log, database }: Given,
  { fromUs = config.saas }: { fromUs?: boolean } = {},
): SendMail {
  const defaultSenders = new DefaultSenders({ database, config });
  const sendEmail = createSendEmail({
    acceptEmails: createAcceptEmails({
      database,
      reasonToRefuseDomain: async () => null,
      dailyQuota: null,
      onQueued: workerNotifier(database, log),
    }),
    draftEmail: createDraftEmail({
      defaultSenderOf: (accountId) => defaultSenders.of(accountId),
      download: guardedFetch,
      timeNow: () => timeNow(database),
    }),
    idempotent: new IdempotentRequests(database),
  });
  const from = fromUs && config.defaultFrom ? { from: config.defaultFrom } : {};
  return async (accountId, mail, idempotencyKey) =>
    await sendEmail({ ...from, ...mail }, { accountId, keyId: null, limits: null }, { idempotencyKey });
}
