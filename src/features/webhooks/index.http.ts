/** The parts of webhooks that compatible APIs use. Only routes import it, because it loads the web server. */
export {
  addWebhook,
  changeWebhook,
  readWebhookSecret,
  removeWebhook,
  rotateWebhookSecret,
  type WebhookDeps,
} from "./change-webhooks.ts";
export { loadDelivery, requireWebhook } from "./deliveries/find-deliveries.ts";
export { pageDeliveries } from "./deliveries/page-deliveries.ts";
export { replayEvents } from "./deliveries/replay-events.ts";
export { refuseWebhook } from "./http/refuse-webhook.ts";
export { fromResendTypes, toResendTypes } from "./payloads/resend-payload.ts";
export { listWebhooks } from "./queries.ts";
export type { WebhookRow } from "./webhook.ts";
