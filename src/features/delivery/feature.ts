import { defineFeature } from "../define-feature.ts";
import { sweepDelivery } from "./sweep-delivery.ts";

export const delivery = defineFeature({ name: "delivery", cleanup: { delivery: sweepDelivery } });
