import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { hasWebhooks } from "../../features/webhooks/index.ts";
import { sendToSupervisor } from "../../platform/processes/index.ts";
import { once, type Services } from "./services.ts";
import { engagementsDirectory } from "./tracking.ts";

const LOOK_EVERY_MS = 1_000;
/** The supervisor ignores the wish for a process that runs. */
const ASK_EVERY_MS = 10_000;

/**
 * Asks the supervisor for the background process as soon as there is something for it to do: an instance without webhooks and tracking does
 * without its memory.
 */
export const startAskingForBackground = once((services) => {
  const stopping = new AbortController();
  const asking = ask(services, stopping.signal);
  services.onClose(async () => {
    stopping.abort();
    await asking;
  });
});

async function ask(services: Services, signal: AbortSignal): Promise<void> {
  let isNeeded = false;
  while (!signal.aborted) {
    isNeeded ||= await hasWork(services);
    if (isNeeded) await sendToSupervisor({ type: "wanted", role: "background" });
    await sleep(isNeeded ? ASK_EVERY_MS : LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** If the database is unavailable, it is asked again. */
async function hasWork(services: Services): Promise<boolean> {
  const files = await readdir(engagementsDirectory(services)).catch(() => []);
  if (files.some((name) => name.endsWith(".log"))) return true;
  return await hasWebhooks(services.database).catch(() => false);
}
