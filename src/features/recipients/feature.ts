import { defineFeature } from "../define-feature.ts";
import { RECIPIENTS_ALERT_RULES } from "./alert-rules.ts";
import { RECIPIENTS_LOG_EVENTS } from "./log-events.ts";

export const recipients = defineFeature({
  name: "recipients",
  logEvents: RECIPIENTS_LOG_EVENTS,
  alertRules: RECIPIENTS_ALERT_RULES,
});
