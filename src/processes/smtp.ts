/** The process that accepts mail from programs by SMTP. */
import { defaultSmtpPorts } from "../config.ts";
import { submitMessage } from "../features/emails/index.ts";
import { KeyAuthenticator } from "../features/keys/index.ts";
import { RequestRate, takeRequest } from "../features/rate-limits/index.ts";
import { startSubmission } from "../features/submission/index.ts";
import { networkOf } from "../platform/network/index.ts";
import type { Role } from "./role.ts";
import { startFollowers } from "./services/followers.ts";
import { startReporting } from "./services/reporting.ts";
import { sendingOf } from "./services/sending.ts";
import type { Services } from "./services/services.ts";

/** Two connections are for commits, the others for keys and policies. */
export const smtp: Role = { pool: { max: 6 }, start: startSmtp };

async function startSmtp(services: Services) {
  startReporting(services);
  startFollowers(services);
  const { config, database, log } = services;
  const keys = new KeyAuthenticator({ database, log });
  const rate = new RequestRate({ database, log, limit: config.rateLimit });
  const { host, smtpPort, smtpsPort } = config;
  const sending = sendingOf(services);
  const submission = await startSubmission({
    starttls: {
      host,
      port: smtpPort ?? defaultSmtpPorts.starttls,
      isChosen: smtpPort !== null,
      setting: "SMTP_PORT",
    },
    implicit: {
      host,
      port: smtpsPort ?? defaultSmtpPorts.implicit,
      isChosen: smtpsPort !== null,
      setting: "SMTPS_PORT",
    },
    certificateFiles: config.smtpCertificate,
    dataDir: config.dataDir,
    host: new URL(config.baseUrl).hostname,
    authenticate: (attempt) => keys.authenticate(attempt),
    takeRequest: (accountId) => takeRequest(rate, accountId),
    submitMessage: (message, sender, options) => submitMessage(sending, message, sender, options),
    senderError: (address, sender) => sending.pipeline.senderError(address, sender),
    networkOf,
    log,
  });
  return {
    url: [
      ...(submission.starttlsPort ? [`${submission.starttlsPort} (STARTTLS)`] : []),
      ...(submission.implicitPort ? [`${submission.implicitPort} (TLS)`] : []),
    ].join(" and "),
    stop: submission.stop,
  };
}
