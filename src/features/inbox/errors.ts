import { defineErrors } from "../../platform/errors/index.ts";

export const inboxErrors = defineErrors({
  test_mode: {
    status: 409,
    meaning: "The instance is in test mode, and this email cannot be released from it.",
    causes: [
      "In test mode, only operators and keys without limits of the first account can release mail.",
      "In test mode, mail is released through a relay of the instance, and none is enabled.",
    ],
    fix: "An operator adds a relay under Routing and releases the email, or chooses relay or direct delivery under Settings → Delivery.",
  },
  not_in_inbox: {
    status: 404,
    meaning: "The email exists, but is not in the inbox.",
    causes: [
      "The email was sent instead of captured.",
      "The email was deleted from the inbox, or the inbox was cleared.",
    ],
    fix: "List the inbox for its emails, restore the email, or resend it with `POST /api/v1/emails/{id}/resend`.",
  },
});
