import { defineFeature } from "../define-feature.ts";
import { deliveryLogEvents } from "./log-events.ts";
import { sweepDelivery } from "./sweep-delivery.ts";

export const delivery = defineFeature({
  name: "delivery",
  logEvents: deliveryLogEvents,
  cleanup: { delivery: sweepDelivery },
});
