import { defineFeature } from "../define-feature.ts";
import { deleteDrainedCounters } from "./counters.ts";

export const rateLimits = defineFeature({
  name: "rate-limits",
  cleanup: { rateLimits: deleteDrainedCounters },
});
