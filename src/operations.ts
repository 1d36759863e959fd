/** Composition of what operators see and do: the queue, health, figures, alerts. */
import type { Config } from "./config.ts";
import { requireOperator } from "./features/accounts/index.ts";
import {
  type AlertChannel,
  createMailer,
  createWebhook,
  findNoticeAccount,
  startAlerts,
} from "./features/health/index.ts";
import { healthRoutes } from "./features/health/routes/health-routes.ts";
import { metricsRoutes, reportProcess, type Totals } from "./features/metrics/index.ts";
import { instanceQueueRoutes } from "./features/queue/routes/instance-queue-routes.ts";
import { queueRoutes } from "./features/queue/routes/queue-routes.ts";
import { workerNotifier } from "./features/recipients/index.ts";
import { requireSession } from "./features/sessions/index.ts";
import { composeNotices } from "./notices.ts";
import type { Database } from "./platform/db/index.ts";
import type { App } from "./platform/http/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

type Given = { config: Config; log: Logger; database: Database };

/** An account's own queue for everybody who is signed in, the whole instance for operators, figures for who has the token. */
export function operationRoutes(accounts: Given) {
  const { database, config, log } = accounts;
  const channels = composeChannels(accounts);
  const queue = { database, onDue: workerNotifier(database, log) };
  return (app: App, _options: object, done: () => void) => {
    app.register(metricsRoutes({ database, token: config.metricsToken }));
    app.register((dashboard: App, _: object, registered: () => void) => {
      dashboard.addHook("onRequest", requireSession(accounts));
      dashboard.register(queueRoutes(queue), { prefix: "/api" });
      registered();
    });
    app.register((operators: App, _: object, registered: () => void) => {
      operators.addHook("onRequest", requireSession(accounts));
      operators.addHook("onRequest", requireOperator(accounts));
      operators.register(instanceQueueRoutes(queue), { prefix: "/api" });
      operators.register(healthRoutes({ config, database, channels }), { prefix: "/api" });
      registered();
    });
    done();
  };
}

/** What a process of the role `api` does beside its answers: figures of itself, and its turn at the alerts. */
export function startOperations(given: Given & { totals: Totals }) {
  const { config, database, log } = given;
  const stopReporting = reportProcess({ ...given, role: "api" });
  const channels = composeChannels(given).map(({ notify }) => notify);
  const stopAlerts = startAlerts({ database, log, dataDir: config.dataDir, channels });
  return {
    stop: async () => {
      await stopAlerts();
      await stopReporting();
    },
  };
}

function composeChannels(given: Given): AlertChannel[] {
  const { config, database } = given;
  const sendNotice = composeNotices(given);
  const tellByMail = createMailer(config.alertEmails, {
    baseUrl: config.baseUrl,
    send: async (notice, idempotencyKey) => {
      const accountId = await findNoticeAccount(database, config);
      if (accountId === null) throw new Error("there is no operator from whose account mail could be sent");
      await sendNotice(accountId, notice, idempotencyKey);
    },
  });
  return [
    ...(config.alertEmails.length === 0 ? [] : [{ by: "email" as const, notify: tellByMail }]),
    ...(config.alertWebhook === null
      ? []
      : [{ by: "webhook" as const, notify: createWebhook(config.alertWebhook) }]),
  ];
}
