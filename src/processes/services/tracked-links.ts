import { answerLink } from "../../features/tracking/index.http.ts";
import { clientAddress } from "../../platform/http/index.ts";
import { clockOf } from "./clock.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";
import { hitsOf, stoppedLinksOf } from "./tracking.ts";

/** Answers requests for links and pixels of tracked mail. */
export const answerLinkOf = once((services) =>
  answerLink({
    secrets: secretsOf(services),
    clock: clockOf(services),
    hits: hitsOf(services),
    stopped: stoppedLinksOf(services),
    addressOf: clientAddress(services.config.trustedProxies),
  }),
);
