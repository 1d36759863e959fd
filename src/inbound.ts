/** Composition root of what comes back: bounces, complaints, reports. */
import { type Config, databaseUrlOf, defaultSmtpPorts } from "./config.ts";
import { setSubscribed } from "./features/contacts/index.ts";
import { createReturnPaths } from "./features/delivery/index.ts";
import { createIsReturnPathHost, findReportAccount } from "./features/domains/index.ts";
import { loadLastArrival } from "./features/emails/index.ts";
import { findNoticeAccount } from "./features/health/index.ts";
import {
  type Bounced,
  createForwardToOperators,
  createReporterCheck,
  startInbound,
} from "./features/inbound/index.ts";
import { reportProcess, Totals } from "./features/metrics/index.ts";
import { createCountSoftBounce } from "./features/suppressions/index.ts";
import { composeAbuseGuard } from "./key-brake.ts";
import { composeNotices } from "./notices.ts";
import { type Database, openDatabase } from "./platform/db/index.ts";
import { networkOf } from "./platform/network/index.ts";
import { openInstanceSecrets } from "./platform/secrets/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";
import { composeUnsubscriptions } from "./unsubscribing.ts";

type Given = { config: Config; database: Database; log: Logger };

/** Four messages are read at a time, and one connection stores what comes. */
const inboundConnections = 5;

/** One process of the role `inbound`. Rejects when a port that was set is taken. */
export async function startInboundRole(config: Config, log: Logger) {
  const database = openDatabase(databaseUrlOf(config), { max: inboundConnections });
  const totals = new Totals();
  const secrets = openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey });
  const unsubscriptions = composeUnsubscriptions(config);
  const isReturnPathHost = createIsReturnPathHost(database);
  const inbound = await startInbound({
    place: {
      host: config.host,
      port: config.inboundPort ?? defaultSmtpPorts.inbound,
      isChosen: config.inboundPort !== null,
      setting: "INBOUND_PORT",
    },
    // The one of submission, so that a machine has one.
    certificate: {
      certificateFiles: config.smtpCertificate,
      dataDir: config.dataDir,
      host: new URL(config.baseUrl).hostname,
    },
    host: config.inboundHost,
    database,
    returnPaths: createReturnPaths({ secrets }),
    isUnsubscribeToken: unsubscriptions.isMailToken,
    unsubscribe: unsubscriptions.unsubscribeByToken,
    setSubscribed,
    isOurDomain: async (domain) => domain === config.returnPathDomain || isReturnPathHost(domain),
    findReportAccount: (of) => findReportAccount(database, of),
    verifyReporter: createReporterCheck(config.dnsServers),
    forwardToOperators: composeForwarding({ config, database, log }),
    onBounced: createCountBounce({ config, database, log }),
    count: (outcome, kind) => totals.count("posthouse_inbound_messages_total", { kind, outcome }),
    networkOf,
    log,
  });
  const { readGauges } = inbound;
  const stopReporting = reportProcess({ database, log, role: "inbound", totals, readGauges });
  return {
    ...(inbound.port === null ? {} : { url: String(inbound.port) }),
    stop: async () => {
      await inbound.stop();
      await stopReporting();
      await database.close();
    },
  };
}

/** To whom alerts go goes what people write to postmaster. */
function composeForwarding(given: Given) {
  const { config, database } = given;
  const sendNotice = composeNotices(given);
  return createForwardToOperators({
    addresses: config.alertEmails,
    send: async (mail, idempotencyKey) => {
      const accountId = await findNoticeAccount(database, config);
      if (accountId !== null) await sendNotice(accountId, mail, idempotencyKey);
      return accountId !== null;
    },
  });
}

/** What a bounce counts towards: the address, when it was soft, and the key with which the email came. */
function createCountBounce(given: Given) {
  const { database } = given;
  const abuseGuard = composeAbuseGuard(given);
  const lastDeliveredAt = (to: { accountId: string; addressKey: string }) => loadLastArrival(database.db, to);
  const countSoftBounce = createCountSoftBounce({ database, lastDeliveredAt });
  return async ({ recipient, verdict, said }: Bounced): Promise<void> => {
    const { account_id: accountId, email_id: emailId, api_key_id: keyId, address } = recipient;
    if (verdict === "hard" && keyId !== null) abuseGuard?.countOutcome({ accountId, keyId }, "bounced");
    if (verdict === "soft" && said.isRecipientError)
      await countSoftBounce({ accountId, address, emailId, detail: said.reply || null });
  };
}
