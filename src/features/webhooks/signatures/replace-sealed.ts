import type { Db } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { listSealedValues, updateWebhook } from "../queries.ts";
import { canOpen, sealWebhookSecret } from "./secrets.ts";
import { newWebhookSecret } from "./sign-webhook.ts";

/**
 * After the instance got another secret key: webhooks whose secrets cannot be opened any more get new ones, and lose headers
 * that cannot. Without this, no request could be signed, and no webhook shown. Returns how many webhooks changed.
 */
export async function replaceSealed(db: Db, secrets: InstanceSecrets): Promise<number> {
  const rows = await listSealedValues(db);
  let changed = 0;
  for (const { accountId, id, ...sealed } of rows) {
    const opens = canOpen(secrets, sealed);
    if (opens.secrets && opens.headers) continue;
    await updateWebhook(
      db,
      { accountId, id },
      {
        ...(!opens.secrets && {
          secret_sealed: sealWebhookSecret(secrets, newWebhookSecret()),
          previous_secrets: [],
        }),
        ...(!opens.headers && { headers_sealed: null }),
      },
    );
    changed += 1;
  }
  return changed;
}
