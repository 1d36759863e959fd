import type { Database } from "../../../platform/db/index.ts";
import { formatMailbox } from "./format-for-people.ts";
import { type EmailSummaryRow, loadSummaries } from "./list-queries.ts";
import { presentSummary } from "./present-email.ts";

export type EmailCells = ReturnType<typeof emailCells>;

/** An email as exports return it: with all its addresses, unlike in lists. */
export function emailCells(row: EmailSummaryRow) {
  return {
    ...presentSummary(row),
    complained: row.complained ? "yes" : "no",
    to: row.mail_to.map(formatMailbox).join(", "),
    cc: (row.mail_cc ?? []).map(formatMailbox).join(", "),
    bcc: (row.mail_bcc ?? []).map(formatMailbox).join(", "),
    tags: (row.tags ?? []).map(({ name, value }) => (value === "" ? name : `${name}:${value}`)).join(", "),
  };
}

/** Returns these emails of the account as exports return them. */
export async function findEmailCells(
  database: Database,
  accountId: string,
  ids: string[],
): Promise<EmailCells[]> {
  return (await loadSummaries(database, accountId, ids)).map(emailCells);
}
