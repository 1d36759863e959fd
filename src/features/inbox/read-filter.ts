import { readIdRange } from "../../platform/http/index.ts";
import type { ContainedTexts } from "../emails/index.ts";
import type { InboxFilterQuery } from "./http/schema.ts";
import { allOf, type InboxFilter } from "./queries.ts";

/** Error: `validation_failed`. */
export function readFilter(accountId: string, query: InboxFilterQuery): InboxFilter {
  const { fromId, beforeId: untilId } = readIdRange(query);
  return {
    ...allOf(accountId),
    ...{ fromId, untilId },
    recipientPart: query.to?.trim() || null,
    isUnread: query.unread === true,
  };
}

/** Null: no text is searched for. */
export function readTexts({ search, from, subject }: InboxFilterQuery): ContainedTexts | null {
  const texts = {
    text: search?.trim() || null,
    sender: from?.trim() || null,
    subject: subject?.trim() || null,
  };
  return Object.values(texts).some(Boolean) ? texts : null;
}
