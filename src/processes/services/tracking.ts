import { TrackingPolicy } from "../../features/tracking/index.ts";
import { once } from "./services.ts";

/** Decides what is tracked in the emails that this process accepts. */
export const trackingPolicyOf = once(
  ({ config, database }) => new TrackingPolicy({ database, baseUrl: config.baseUrl }),
);
