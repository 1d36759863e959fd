import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { openHeaders, signingSecrets } from "../secrets.ts";
import type { WebhookRow } from "../webhook.ts";
import type { Destination } from "./attempt.ts";

/** Throws if the secrets were sealed by another instance. */
export function destinationOf(secrets: InstanceSecrets, webhook: WebhookRow): Omit<Destination, "pool"> {
  const { url, format } = webhook;
  const headers = openHeaders(secrets, webhook.headers_sealed);
  return { url, format, signing: signingSecrets(secrets, webhook), headers };
}
