import { defineFeature } from "../define-feature.ts";
import { deleteDrainedCounters } from "./counters.ts";
import { rateLimitsLogEvents } from "./log-events.ts";

export const rateLimits = defineFeature({
  name: "rate-limits",
  logEvents: rateLimitsLogEvents,
  cleanup: { rateLimits: deleteDrainedCounters },
});
