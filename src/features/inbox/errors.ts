import { defineErrors } from "../../platform/errors/index.ts";

export const inboxErrors = defineErrors({
  test_mode: {
    status: 409,
    meaning: "The instance is in test mode, so nothing can be sent to a real address.",
    causes: [
      "The delivery mode is test mode, and the instance has no enabled relay.",
      "The delivery mode is test mode, in which only operators can release mail.",
    ],
    fix: "An operator adds a relay and releases the email, or chooses relay or direct delivery under Settings → Delivery.",
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
