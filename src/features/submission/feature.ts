import { defineFeature } from "../define-feature.ts";
import { SUBMISSION_LOG_EVENTS } from "./log-events.ts";

export const submission = defineFeature({ name: "submission", logEvents: SUBMISSION_LOG_EVENTS });
