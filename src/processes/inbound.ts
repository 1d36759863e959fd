/** The process that accepts inbound mail: bounces, complaints, reports. */
import { setTimeout as sleep } from "node:timers/promises";
import { defaultSmtpPorts } from "../config.ts";
import { findReportAccount, ReturnPathHosts, wasReturnPathHost } from "../features/domains/index.ts";
import {
  type Bounced,
  hasUnread,
  OperatorForwarder,
  startInbound,
  verifyReporter,
} from "../features/inbound/index.ts";
import { findSenderDomain } from "../features/recipients/index.ts";
import { networkOf } from "../platform/network/index.ts";
import type { RunningRole } from "../platform/processes/index.ts";
import type { Role } from "./role.ts";
import { abuseGuardOf } from "./services/abuse-guard.ts";
import { dnsOf } from "./services/dns.ts";
import { startFollowers } from "./services/followers.ts";
import { takesInboundMailOf } from "./services/inbound-port.ts";
import { gaugesOf, startReporting, totalsOf } from "./services/reporting.ts";
import { returnPathsOf } from "./services/return-paths.ts";
import type { Services } from "./services/services.ts";
import { countSoftBounceOf } from "./services/soft-bounces.ts";
import { mailOperatorsOf } from "./services/system-mail.ts";
import { unsubscriptionsOf } from "./services/unsubscriptions.ts";

/** Four messages are read at a time, and one connection stores the mail that arrives. */
export const inbound: Role = { pool: { max: 5 }, start: startInboundRole };

const LOOK_EVERY_MS = 2_000;

/**
 * Receives mail from the time at which it may come. Until then, the port stays closed. Unread mail was received before a restart: it is read,
 * and more may arrive late.
 */
async function startInboundRole(services: Services): Promise<RunningRole> {
  startReporting(services);
  startFollowers(services);
  const takesInboundMail = takesInboundMailOf(services);
  if ((await takesInboundMail()) || (await hasUnread(services.database))) return await receive(services);
  const stopping = new AbortController();
  const received = receiveWhenNeeded(services, { takesInboundMail, signal: stopping.signal });
  return {
    stop: async () => {
      stopping.abort();
      await (await received)?.stop();
    },
  };
}

/** Resolves to null when the process stops first. Bounces arrive late, so the port stays open after the reason has gone. */
async function receiveWhenNeeded(
  services: Services,
  { takesInboundMail, signal }: { takesInboundMail: () => Promise<boolean>; signal: AbortSignal },
): Promise<RunningRole | null> {
  while (!signal.aborted) {
    // The database may be unavailable for a while.
    if (await takesInboundMail().catch(() => false)) return await receive(services);
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

async function receive(services: Services): Promise<RunningRole> {
  const { config, database, log } = services;
  const totals = totalsOf(services);
  const unsubscriptions = unsubscriptionsOf(services);
  const dns = dnsOf(services);
  const returnPathHosts = new ReturnPathHosts(database);
  const forwarder = new OperatorForwarder({ addresses: config.alertEmails, send: mailOperatorsOf(services) });
  const running = await startInbound({
    place: {
      host: config.host,
      port: config.inboundPort ?? defaultSmtpPorts.inbound,
      isChosen: config.inboundPort !== null,
      setting: "INBOUND_PORT",
    },
    // The same certificate as for submission, so that a machine has only one.
    certificate: {
      certificateFiles: config.smtpCertificate,
      dataDir: config.dataDir,
      host: new URL(config.baseUrl).hostname,
    },
    host: config.inboundHost,
    database,
    returnPaths: returnPathsOf(services),
    isUnsubscribeToken: (token) => unsubscriptions.isMailToken(token),
    unsubscribe: (db, token) => unsubscriptions.unsubscribeByToken(db, token),
    unsubscribeRecipient: (db, recipient) => unsubscriptions.unsubscribe(db, recipient, "email"),
    isOurDomain: async (domain) => domain === config.returnPathDomain || returnPathHosts.has(domain),
    wasOurDomain: async (domain, mailbox) => {
      const email = mailbox.kind === "return-path" ? mailbox.path : unsubscriptions.emailOf(mailbox.token);
      return email !== null && wasReturnPathHost(domain, await findSenderDomain(database.db, email));
    },
    findReportAccount: (report) => findReportAccount(database, report),
    verifyReporter: (message) => verifyReporter(dns, message),
    forwardToOperators: (message) => forwarder.forward(message),
    onBounced: countBounceOf(services),
    count: (outcome, kind) => totals.count("posthouse_inbound_messages_total", { kind, outcome }),
    networkOf,
    log,
  });
  gaugesOf(services).add(running.readGauges);
  return {
    ...(running.port === null ? {} : { url: String(running.port) }),
    stop: running.stop,
  };
}

/** Counts a soft bounce for its address, and a hard bounce for the key that sent the email. */
function countBounceOf(services: Services) {
  const guard = abuseGuardOf(services);
  const countSoftBounce = countSoftBounceOf(services);
  return async ({ recipient, verdict, said }: Bounced): Promise<void> => {
    const { account_id: accountId, email_id: emailId, api_key_id: keyId, address } = recipient;
    if (verdict === "hard" && keyId !== null) guard?.countOutcome({ accountId, keyId }, "bounced");
    if (verdict === "soft" && said.isRecipientError)
      await countSoftBounce({ accountId, address, emailId, detail: said.reply || null });
  };
}
