import { compareKey, parseMailbox } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { readPageCursor, writePageCursor } from "../../../platform/http/index.ts";
import { firstIdAt, LAST_ID } from "../../../platform/ids/index.ts";
import { presentSummary } from "./present-email.ts";
import { listEmails } from "./queries.ts";
import type { ListEmailsQuery } from "./schema.ts";

/** Returns one page of an account's emails, newest first. Pages stay stable while new ones arrive. */
export async function findEmails(database: Database, accountId: string, query: ListEmailsQuery) {
  const limit = query.limit ?? 50;
  const rows = await listEmails(database, {
    accountId,
    status: query.status ?? null,
    recipientKey: query.to === undefined ? null : recipientKey(query.to),
    subjectPart: query.search?.trim() || null,
    tag: query.tag === undefined ? null : readTag(query.tag),
    fromId: query.after === undefined ? firstIdAt(new Date(0)) : firstIdAt(readTime("after", query.after)),
    beforeId: earlier(
      readPageCursor("emails", accountId, query.cursor),
      query.before === undefined ? LAST_ID : firstIdAt(readTime("before", query.before)),
    ),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    emails: page.map(presentSummary),
    pagination: {
      limit,
      has_more: hasMore,
      next_cursor: hasMore ? writePageCursor("emails", accountId, page.at(-1)?.id ?? "") : null,
    },
  };
}

/** Reads `name:value`, or `name` alone for any value. */
function readTag(text: string): { name: string; value?: string } {
  const colon = text.indexOf(":");
  return colon < 0 ? { name: text } : { name: text.slice(0, colon), value: text.slice(colon + 1) };
}

/** An invalid address matches nothing, so the search returns an empty list instead of an error. */
function recipientKey(text: string): string {
  const parsed = parseMailbox(text);
  return parsed.ok ? compareKey(parsed.mailbox.address) : text.toLowerCase();
}

function readTime(path: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw problem(path, "is not a valid time; use the form 2026-11-21T08:00:00Z");
  return time;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
