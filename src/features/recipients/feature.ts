import { defineFeature } from "../define-feature.ts";
import { recipientsLogEvents } from "./log-events.ts";

export const recipients = defineFeature({ name: "recipients", logEvents: recipientsLogEvents });
