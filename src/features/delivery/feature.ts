import { defineFeature } from "../define-feature.ts";
import { DELIVERY_LOG_EVENTS } from "./log-events.ts";
import { DELIVERY_METRICS } from "./metric-definitions.ts";
import { sweepDelivery } from "./sweep-delivery.ts";

export const delivery = defineFeature({
  name: "delivery",
  logEvents: DELIVERY_LOG_EVENTS,
  metrics: DELIVERY_METRICS,
  cleanup: { delivery: sweepDelivery },
});
