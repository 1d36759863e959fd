import { errors } from "../../platform/errors/index.ts";
import { readIdRange } from "../../platform/http/index.ts";
import type { AuditAction } from "./audit-action.ts";
import type { AuditFilterQuery } from "./http/schema.ts";
import type { AuditFilter } from "./queries.ts";

/** Errors: `validation_failed`. */
export function readFilter(
  accountId: string,
  { action, by, search, after, before }: AuditFilterQuery,
  known: readonly AuditAction[],
): AuditFilter {
  return {
    accountId,
    ...readIdRange({ after, before }),
    actions: readActions(action ?? "", known),
    by: by?.trim().toLowerCase() || null,
    text: search?.trim() || null,
  };
}

/** `key.revoked` is one action, `key` all actions on keys. */
function readActions(text: string, known: readonly AuditAction[]): AuditAction[] {
  const words = text.split(",").map((word) => word.trim().toLowerCase());
  return words.filter(Boolean).flatMap((word) => {
    const found = known.filter((action) => action === word || action.startsWith(`${word}.`));
    if (found.length > 0) return found;
    const message = `is unknown: ${word}. Use an action such as key.revoked, or its first part, such as key.`;
    throw errors.validation_failed(`action ${message}`, { fields: [{ path: "action", message }] });
  });
}
