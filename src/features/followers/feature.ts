import { defineFeature } from "../define-feature.ts";
import { FOLLOWERS_LOG_EVENTS } from "./log-events.ts";

export const followers = defineFeature({
  name: "followers",
  logEvents: FOLLOWERS_LOG_EVENTS,
});
