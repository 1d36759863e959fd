import { defineFeature } from "../define-feature.ts";
import { deliveryLogEvents } from "./log-events.ts";
import { DELIVERY_METRICS } from "./metric-definitions.ts";
import { sweepDelivery } from "./sweep-delivery.ts";

export const delivery = defineFeature({
  name: "delivery",
  logEvents: deliveryLogEvents,
  metrics: DELIVERY_METRICS,
  cleanup: { delivery: sweepDelivery },
});
