import { WebhookSender } from "../../features/webhooks/index.ts";
import { GuardedPoster } from "../../platform/fetch/index.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";
import { notifyUsersOf } from "./system-mail.ts";

/** Requests at once to one server. */
const MAX_CONNECTIONS = 32;
/** A receiver should store the event and respond. */
const TIMEOUT_MS = 15_000;

export const webhookDepsOf = once((services) => ({
  database: services.database,
  secrets: secretsOf(services),
  allowsPrivate: services.config.webhooksToPrivate,
}));

/** Sends events to webhooks. Each process with the role `api` has one; a webhook belongs to one of them at a time. */
export const webhookSenderOf = once((services) => {
  const { database, log, config } = services;
  const poster = new GuardedPoster({
    maxConnections: MAX_CONNECTIONS,
    timeoutMs: TIMEOUT_MS,
    allowsPrivate: config.webhooksToPrivate,
  });
  return new WebhookSender({
    database,
    log,
    secrets: secretsOf(services),
    poster,
    notifyUsers: notifyUsersOf(services),
    baseUrl: config.baseUrl,
  });
});
