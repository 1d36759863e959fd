/** Composition of the brake on keys, for the processes that accept mail and for those that deliver it. */
import type { Config } from "./config.ts";
import { KeyBrake, type SendNotice } from "./features/accounts/index.ts";
import type { Database } from "./platform/db/index.ts";
import type { Logger } from "./platform/telemetry/index.ts";

type Given = { config: Config; log: Logger; database: Database };

/** Null: it is switched off. */
export function composeKeyBrake(given: Given): KeyBrake | null {
  if (!given.config.keyBrake) return null;
  let composed: Promise<SendNotice> | null = null;
  const sendNotice: SendNotice = async (...notice) => {
    // Only when there is something to tell: a worker would else carry all of accepting.
    composed ??= import("./notices.ts").then(({ composeNotices }) => composeNotices(given));
    return await (await composed)(...notice);
  };
  return new KeyBrake({ ...given, sendNotice });
}
