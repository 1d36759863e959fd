/** Composition of the abuse guard of API keys, for the processes that accept mail and for those that deliver it. */
import type { Config } from "./config.ts";
import type { SendSystemMail } from "./features/accounts/index.ts";
import { AbuseGuard } from "./features/keys/index.ts";
import type { Database } from "./platform/db/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

type Given = { config: Config; log: Logger; database: Database };

/** Null: it is switched off. */
export function composeAbuseGuard(given: Given): AbuseGuard | null {
  if (!given.config.abuseGuard) return null;
  let composed: Promise<SendSystemMail> | null = null;
  const sendSystemMail: SendSystemMail = async (...mail) => {
    // Only when there is something to tell: a worker would else carry all of accepting.
    composed ??= import("./notices.ts").then(({ composeNotices }) => composeNotices(given));
    return await (await composed)(...mail);
  };
  return new AbuseGuard({ ...given, sendSystemMail });
}
