import { defineFeature } from "../define-feature.ts";
import { FOLLOWERS_ALERT_RULES } from "./alert-rules.ts";
import { FOLLOWERS_LOG_EVENTS } from "./log-events.ts";
import { FOLLOWER_METRICS } from "./metric-definitions.ts";

export const followers = defineFeature({
  name: "followers",
  logEvents: FOLLOWERS_LOG_EVENTS,
  metrics: FOLLOWER_METRICS,
  alertRules: FOLLOWERS_ALERT_RULES,
});
