import { newId } from "../../../platform/ids/index.ts";
import type { AlertChannel } from "./notify.ts";

/** Tells of an alert that is none by each way, and answers what came of it. Leaves nothing among the alerts. */
export async function testChannels(channels: readonly AlertChannel[]) {
  const alert = {
    id: newId(),
    rule: "test",
    subject: "",
    words: "This is a test; nothing has happened.",
    opened_at: new Date(),
    closed_at: null,
    notified_opened_at: null,
  };
  return await Promise.all(
    channels.map(async ({ by, notify }) => {
      const startedAt = performance.now();
      const told = await notify(alert).then(
        (words) => ({ ok: true, words }),
        (error: Error) => ({ ok: false, words: error.message }),
      );
      return { by, ...told, took_ms: Math.round(performance.now() - startedAt) };
    }),
  );
}
