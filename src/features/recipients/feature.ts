import { defineFeature } from "../define-feature.ts";
import { RECIPIENTS_ALERT_RULES } from "./alert-rules.ts";
import { recipientsLogEvents } from "./log-events.ts";

export const recipients = defineFeature({
  name: "recipients",
  logEvents: recipientsLogEvents,
  alertRules: RECIPIENTS_ALERT_RULES,
});
