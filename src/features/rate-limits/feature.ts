import { defineFeature } from "../define-feature.ts";
import { deleteDrainedCounters } from "./counters.ts";
import { RATE_LIMITS_LOG_EVENTS } from "./log-events.ts";

export const rateLimits = defineFeature({
  name: "rate-limits",
  logEvents: RATE_LIMITS_LOG_EVENTS,
  cleanup: { rateLimits: deleteDrainedCounters },
});
