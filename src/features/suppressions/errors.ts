import { defineErrors } from "../../platform/errors/index.ts";

const suppressionErrors = defineErrors({
  suppression_not_found: { status: 404, meaning: "The address is not suppressed in this account." },
  removal_not_found: {
    status: 404,
    meaning: "The account has no such removal of suppressions, or it is older than 30 days.",
  },
  removal_expired: { status: 409, meaning: "The preview is older than an hour. Make a new preview." },
  removal_not_run: { status: 409, meaning: "The removal has not been run, so there is nothing to restore." },
  removal_undone: {
    status: 409,
    meaning: "The removal was undone and cannot be run again. Make a new preview.",
  },
  csv_unreadable: {
    status: 422,
    meaning:
      "The CSV file cannot be read beyond the line that the message names. The rows before that line are imported.",
  },
});

/** The same error for an address that was never suppressed, is no longer suppressed, or is suppressed in another account. */
export function suppressionNotFound() {
  return suppressionErrors.suppression_not_found("This address is not suppressed in this account.");
}

export const { csv_unreadable: csvUnreadable, ...removalErrors } = suppressionErrors;
