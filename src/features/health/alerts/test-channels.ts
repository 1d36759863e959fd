import { newId } from "../../../platform/ids/index.ts";
import type { AlertChannel } from "./notify.ts";

/** Sends a test alert through each channel and returns the results. Stores no alert. */
export async function testChannels(channels: readonly AlertChannel[]) {
  const alert = {
    id: newId(),
    rule: "test",
    subject: "",
    words: "This is a test alert. No action is needed.",
    opened_at: new Date(),
    closed_at: null,
    notified_opened_at: null,
    opening_notified: [],
    closing_notified: [],
  };
  return await Promise.all(
    channels.map(async ({ by, notify }) => {
      const startedAt = performance.now();
      const result = await notify(alert).then(
        (words) => ({ ok: true, words }),
        (error: Error) => ({ ok: false, words: error.message }),
      );
      return { by, ...result, took_ms: Math.round(performance.now() - startedAt) };
    }),
  );
}
