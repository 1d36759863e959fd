import { defineErrors } from "../../platform/errors/index.ts";

const suppressionErrors = defineErrors({
  suppression_not_found: {
    status: 404,
    meaning: "The address is not suppressed in this account.",
    causes: ["The address was never suppressed, or was removed from the list."],
    fix: "List suppressions with `?search=` to find the address.",
  },
});

export const removalErrors = defineErrors({
  removal_not_found: {
    status: 404,
    meaning: "The account has no such removal of suppressions, or it is older than 30 days.",
    causes: ["The id is wrong, or the removal is older than 30 days."],
    fix: "List removals with `GET /api/v1/suppressions/removals`.",
  },
  removal_expired: {
    status: 409,
    meaning: "The preview is older than an hour. Make a new preview.",
    causes: ["More than an hour passed between the preview and the removal."],
    fix: "Make a new preview, look at it, and run that one.",
  },
  removal_not_run: {
    status: 409,
    meaning: "The removal has not been run, so there is nothing to restore.",
    causes: ["The removal was only previewed."],
    fix: "Run the removal first.",
  },
  removal_undone: {
    status: 409,
    meaning: "The removal was undone and cannot be run again. Make a new preview.",
    causes: ["The removal was run, and then undone."],
    fix: "Make a new preview with the same filter.",
  },
});

/** The same error for an address that was never suppressed, is no longer suppressed, or is suppressed in another account. */
export function suppressionNotFound() {
  return suppressionErrors.suppression_not_found("This address is not suppressed in this account.");
}
