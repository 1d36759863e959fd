import { defineFeature } from "../define-feature.ts";
import { submissionLogEvents } from "./log-events.ts";

export const submission = defineFeature({ name: "submission", logEvents: submissionLogEvents });
