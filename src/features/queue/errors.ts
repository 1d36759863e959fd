import { defineErrors } from "../../platform/errors/index.ts";

export const queueErrors = defineErrors({
  recipient_not_uncertain: {
    status: 409,
    meaning: "The recipient does not need a decision. Its state may have changed in the meantime.",
    causes: ["Someone has decided already, or a bounce arrived and decided it."],
    fix: "Reload the page to see the state of the recipient.",
  },
});
