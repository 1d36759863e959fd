/** The process that works for what follows on mail: it sends to webhooks, stores opens and clicks, and runs followers. */
import { constants, setPriority } from "node:os";
import type { Role } from "./role.ts";
import { startFollowers } from "./services/followers.ts";
import { gaugesOf, startReporting } from "./services/reporting.ts";
import type { Services } from "./services/services.ts";
import { hitCollectorOf } from "./services/tracking.ts";
import { webhookSenderOf } from "./services/webhooks.ts";

/** Reading the feed, recording attempts, storing hits, and a follower's step. */
export const background: Role = { pool: { max: 6 }, start: startBackground };

async function startBackground(services: Services) {
  yieldToMail(services);
  const collector = hitCollectorOf(services);
  gaugesOf(services).add(() => ({ posthouse_tracking_backlog_seconds: collector.backlogSeconds }));
  startReporting(services);
  startFollowers(services);
  collector.start();
  const sender = webhookSenderOf(services);
  sender.start();
  return {
    stop: async () => {
      await Promise.all([collector.stop(), sender.stop()]);
    },
  };
}

/** When all cores are busy, mail is accepted and delivered first, and webhooks wait. A sandbox may forbid it. */
function yieldToMail({ log }: Services): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch (error) {
    log.warn(
      { event: "background.priority_kept", err: error },
      "the background process could not lower its priority: on a busy machine, webhooks may delay mail",
    );
  }
}
