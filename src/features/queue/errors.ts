import { defineErrors } from "../../platform/errors/index.ts";

export const queueErrors = defineErrors({
  recipient_not_uncertain: {
    status: 409,
    meaning: "The recipient is not one that waits for a person's decision; it may have moved on meanwhile.",
  },
});
