import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { secretLost } from "../errors.ts";
import { isSecretLost, openHeaders, signersOf, signingSecrets } from "../signatures/secrets.ts";
import { sendgridKeys } from "../signatures/sendgrid-signature.ts";
import type { WebhookRow } from "../webhook.ts";
import type { Destination } from "./attempt.ts";

/** Error: `webhook_secret_lost`. */
export function destinationOf(secrets: InstanceSecrets, webhook: WebhookRow): Omit<Destination, "pool"> {
  if (isSecretLost(secrets, webhook)) throw secretLost();
  const { url, format, asymmetric } = webhook;
  const headers = openHeaders(secrets, webhook.headers_sealed);
  const signing = signingSecrets(secrets, webhook);
  return {
    url,
    format,
    signers: signersOf(signing, { asymmetric }),
    sendgridKeys: format === "sendgrid" ? sendgridKeys(signing) : [],
    headers,
  };
}
