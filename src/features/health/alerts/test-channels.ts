import { newId } from "../../../platform/ids/index.ts";
import type { Way } from "./notify.ts";

/** Tells of an alert that is none by each way, and answers what came of it. Leaves nothing among the alerts. */
export async function tryWays(ways: readonly Way[]) {
  const alert = {
    id: newId(),
    rule: "test",
    subject: "",
    words: "This is a test; nothing has happened.",
    opened_at: new Date(),
    closed_at: null,
    told_opened_at: null,
  };
  return await Promise.all(
    ways.map(async ({ by, tell }) => {
      const startedAt = performance.now();
      const told = await tell(alert).then(
        (words) => ({ ok: true, words }),
        (error: Error) => ({ ok: false, words: error.message }),
      );
      return { by, ...told, took_ms: Math.round(performance.now() - startedAt) };
    }),
  );
}
