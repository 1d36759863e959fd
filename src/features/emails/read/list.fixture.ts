import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import type { Database } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { NewEmail } from "../new-email.ts";
import { findEmails } from "./find-emails.ts";
import type { ListEmailsQuery } from "./schema.ts";

export type Wish = { to?: string[]; subject?: string; states?: string[]; at?: Date };

/** Stores an email whose recipients have these states. */
export async function storeWish(
  database: Database,
  accountId: string,
  { to = ["a@example.com"], subject = "Hello", states, at }: Wish,
): Promise<NewEmail> {
  const email = draftEmail(accountId, { to, subject, text: "Hi" });
  if (at) Object.assign(email, { id: idAt(at), createdAt: at });
  await storeEmails(database, [email]);
  for (const [position, state] of (states ?? []).entries())
    await database.pool.query(
      "UPDATE recipients SET state = $3 WHERE account_id = $1 AND email_id = $2 AND position = $4",
      [accountId, email.id, state, position],
    );
  return email;
}

function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}

export const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

/** The ids of the emails on the page. */
export async function findIds(
  database: Database,
  accountId: string,
  query: ListEmailsQuery = {},
): Promise<string[]> {
  return (await findEmails(database, accountId, query)).emails.map(({ id }) => id);
}
