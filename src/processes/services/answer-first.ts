import type { IncomingMessage, ServerResponse } from "node:http";
import { answerLink } from "../../features/tracking/index.http.ts";
import { refuseWebhook } from "../../features/webhooks/index.http.ts";
import { clientAddress } from "../../platform/http/index.ts";
import { clockOf } from "./clock.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";
import { hitsOf, stoppedLinksOf } from "./tracking.ts";

/** Answers requests for links and pixels of tracked mail, and refuses those of webhooks. */
export const answerFirstOf = once((services) => {
  const answersLink = answerLink({
    secrets: secretsOf(services),
    clock: clockOf(services),
    hits: hitsOf(services),
    stopped: stoppedLinksOf(services),
    baseUrl: services.config.baseUrl,
    addressOf: clientAddress(services.config.trustedProxies),
  });
  return (request: IncomingMessage, response: ServerResponse): boolean =>
    refuseWebhook(request, response) || answersLink(request, response);
});
