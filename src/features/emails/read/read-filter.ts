import { compareKey, parseMailbox } from "../../../mail/address/index.ts";
import { containing } from "../../../platform/db/index.ts";
import { readIdRange, readNames } from "../../../platform/http/index.ts";
import { RECIPIENT_STATES } from "../../recipients/index.ts";
import { EMAIL_STATUS_FILTERS } from "../email-status.ts";
import type { EmailFilter } from "./email-filter.ts";
import type { EmailFilterQuery } from "./schema.ts";

/** Errors: `validation_failed`. */
export function readFilter(accountId: string, query: EmailFilterQuery): EmailFilter {
  return {
    accountId,
    statuses: readNames("status", query.status, EMAIL_STATUS_FILTERS),
    recipientStates: readNames("recipient_state", query.recipient_state, RECIPIENT_STATES),
    recipient: readRecipient(query.to?.trim() ?? ""),
    senderPart: query.from?.trim() || null,
    subjectPart: query.search?.trim() || null,
    tag: query.tag === undefined ? null : readTag(query.tag),
    domain: query.domain?.trim().toLowerCase() || null,
    stream: query.stream ?? null,
    ...readIdRange(query),
  };
}

/** A complete address has an index. Anything else is a part of one. */
function readRecipient(text: string): EmailFilter["recipient"] {
  if (text === "") return null;
  const parsed = parseMailbox(text);
  if (parsed.ok) return { key: compareKey(parsed.mailbox.address) };
  return { pattern: containing(text.toLowerCase()) };
}

/** Reads `name:value`, or `name` alone for any value. */
function readTag(text: string): { name: string; value?: string } {
  const colon = text.indexOf(":");
  return colon < 0 ? { name: text } : { name: text.slice(0, colon), value: text.slice(colon + 1) };
}
