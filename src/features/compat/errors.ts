import { defineErrors } from "../../platform/errors/index.ts";

export const compatErrors = defineErrors({
  not_implemented: {
    status: 501,
    meaning: "A compatible API was called for a feature that Posthouse does not have.",
    causes: [
      "An SDK of Resend, Postmark or SendGrid called a function that the compatible API does not have, such as templates or broadcasts.",
    ],
    fix: "The guide about switching lists the functions that work. Use Posthouse's own API for the rest.",
  },
});
