import { FollowerRunner } from "../../features/followers/index.ts";
import {
  disabledMailFollower,
  MAX_WEBHOOK_CONCURRENCY,
  WebhookSender,
} from "../../features/webhooks/index.ts";
import { GuardedPoster } from "../../platform/fetch/index.ts";
import { clockOf } from "./clock.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";
import { notifyUsersOf } from "./system-mail.ts";

/** Receivers should store the event and process it after the response. A longer timeout would let slow ones occupy connections. */
const TIMEOUT_MS = 15_000;

export const webhookDepsOf = once((services) => ({
  database: services.database,
  secrets: secretsOf(services),
  poster: posterOf(services),
  allowsPrivate: services.config.webhooksToPrivate,
  baseUrl: services.config.baseUrl,
}));

const posterOf = once(
  ({ config }) =>
    new GuardedPoster({
      maxConnections: MAX_WEBHOOK_CONCURRENCY,
      timeoutMs: TIMEOUT_MS,
      allowsPrivate: config.webhooksToPrivate,
    }),
);

/** Sends events to webhooks. Each background process has one. One process at a time sends to a webhook. */
export const webhookSenderOf = once((services) => {
  const { database, log, config } = services;
  return new WebhookSender({
    database,
    clock: clockOf(services),
    log,
    secrets: secretsOf(services),
    poster: posterOf(services),
    notifyUsers: notifyUsersOf(services),
    baseUrl: config.baseUrl,
  });
});

/**
 * Interval between queries for disabled webhooks, whose users get a mail. Each costs the database a transaction. At 2 s, the lag of this
 * follower would be above the target of 2 s.
 */
const MAIL_EVERY_MS = 1_000;

/**
 * Runs the follower that mails about disabled webhooks. Not in the background process, which an instance without webhooks does not have:
 * after the last webhook was deleted, retention would wait for this follower for ever.
 */
export const startWebhookMail = once((services) => {
  const { database, log, config } = services;
  const follower = disabledMailFollower({
    notifyUsers: notifyUsersOf(services),
    baseUrl: config.baseUrl,
  });
  const intervals = { takeEveryMs: MAIL_EVERY_MS, pauseMs: MAIL_EVERY_MS };
  const runner = new FollowerRunner({ database, log, followers: [follower], ...intervals });
  services.onClose(() => runner.stop());
  runner.start();
});
