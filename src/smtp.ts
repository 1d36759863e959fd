/** Composition root of SMTP submission. */
import { type Config, databaseUrlOf, defaultSmtpPorts } from "./config.ts";
import { KeyAuthenticator } from "./features/keys/index.ts";
import { reportProcess, Totals } from "./features/metrics/index.ts";
import { RequestRate, takeRequest } from "./features/rate-limits/index.ts";
import { startSubmission } from "./features/submission/index.ts";
import { openDatabase } from "./platform/db/index.ts";
import { networkOf } from "./platform/network/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";
import { composeSending } from "./sending.ts";

/** Two for commits, the rest for keys and policies. */
const smtpConnections = 6;

/** One process of the role `smtp`. Rejects when a port that was set is taken. */
export async function startSmtp(config: Config, log: Logger) {
  const database = openDatabase(databaseUrlOf(config), { max: smtpConnections });
  const totals = new Totals();
  const stopReporting = reportProcess({ database, log, role: "smtp", totals });
  const { submitMessage, checkSender } = composeSending({ database, config, log, totals });
  const keys = new KeyAuthenticator({ database, log });
  const rate = new RequestRate({ database, log, limit: config.rateLimit });
  const { host, smtpPort, smtpsPort } = config;
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
    submitMessage,
    checkSender,
    networkOf,
    log,
  });
  return {
    url: [
      ...(submission.starttlsPort ? [`${submission.starttlsPort} (STARTTLS)`] : []),
      ...(submission.implicitPort ? [`${submission.implicitPort} (TLS)`] : []),
    ].join(" and "),
    stop: async () => {
      await submission.stop();
      await stopReporting();
      await database.close();
    },
  };
}
