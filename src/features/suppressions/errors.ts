import { defineErrors } from "../../platform/errors/index.ts";

const suppressionErrors = defineErrors({
  suppression_not_found: { status: 404, meaning: "The address is not suppressed in this account." },
  csv_unreadable: {
    status: 422,
    meaning:
      "The CSV file could not be read beyond the line that the message names. What stands before it is imported.",
  },
});

/** The same for an address that was never suppressed, is no longer, or is suppressed in another account. */
export function suppressionNotFound() {
  return suppressionErrors.suppression_not_found("This address is not suppressed in this account.");
}

export const { csv_unreadable: csvUnreadable } = suppressionErrors;
