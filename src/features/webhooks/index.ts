/**
 * Webhooks: an account's URLs that get its events as signed requests (Standard Webhooks 1.0.0).
 *
 * Each webhook is a follower of the event feed (features/followers): no row is written for an event until it is sent.
 * send/: WebhookSender takes followers → WebhookPump reads the feed and sends → recordAttempts stores attempts and cursor in one commit
 * signatures/: secrets, and the signatures of requests: HMAC, Ed25519 and SendGrid's
 * change-webhooks.ts: added, changed, rotated, removed; deliveries/: what was sent, and replays; http/: registered by feature.ts
 */
export { ACCEPTANCE_TYPES, AcceptanceListeners } from "./acceptance-listeners.ts";
export { LocalSigner } from "./listen/local-signer.ts";
export { postmarkBounceType } from "./payloads/postmark-bounce-types.ts";
export { hasWebhooks } from "./queries.ts";
export { disabledMailFollower } from "./send/disabled-mail.ts";
export { WebhookSender } from "./send/webhook-sender.ts";
export { MAX_WEBHOOK_CONCURRENCY } from "./webhook.ts";
