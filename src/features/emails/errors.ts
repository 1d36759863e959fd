import { defineErrors } from "../../platform/errors/index.ts";

export const emailErrors = defineErrors({
  sender_not_allowed: { status: 403, meaning: "The account may not send from this domain." },
  email_not_found: { status: 404, meaning: "There is no such email in this account." },
});
