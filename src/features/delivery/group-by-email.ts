import { isSimulated } from "../emails/index.ts";
import type { ClaimedEmail } from "./deliver.ts";
import type { ClaimedRow } from "./queries.ts";

/**
 * Recipients of one envelope. RFC 5321 §4.5.3.1.8 promises room for 100, but some relays refuse the whole message above 50,
 * with a 5xx that would bounce all of them.
 */
const maxRecipients = 50;

/**
 * Recipients of one email that were claimed together travel in one envelope, up to its limit; simulated ones in one of their own.
 * The row that brings an email comes before or after the others of it.
 */
export function groupByEmail(rows: ClaimedRow[]): ClaimedEmail[] {
  const groups: ClaimedEmail[] = [];
  const emails = new Map<string, Pick<ClaimedEmail, "email" | "contents">>();
  for (const row of rows) if (row.is_first) emails.set(row.email_id, emailOf(row));
  const open = new Map<string, ClaimedEmail>();
  for (const { account_id, email_id, position, attempt, address, seconds_left, was, is_poison } of rows) {
    const simulated = isSimulated(address);
    const envelope = simulated ? `${email_id} simulated` : email_id;
    let group = open.get(envelope);
    if (!group || group.recipients.length === maxRecipients) {
      const email = emails.get(email_id);
      if (!email) throw new Error("a claim came without its email");
      group = { accountId: account_id, ...email, simulated, isPoison: is_poison, recipients: [] };
      groups.push(group);
      open.set(envelope, group);
    }
    group.recipients.push({
      claim: { accountId: account_id, emailId: email_id, position, attempt },
      address,
      secondsLeft: seconds_left,
      was,
    });
  }
  return groups;
}

function emailOf(row: ClaimedRow & { is_first: true }): Pick<ClaimedEmail, "email" | "contents"> {
  const { html, text } = row;
  return { email: row, contents: isWhole(row) ? { html, text, raw: null, attachments: [] } : null };
}

/** What is not there any more is missed when the delivery looks for it: without its body it would be another email. */
function isWhole({
  has_contents,
  html,
  text,
  html_hash,
  text_hash,
}: ClaimedRow & { is_first: true }): boolean {
  return has_contents && (html !== null) === (html_hash !== null) && (text !== null) === (text_hash !== null);
}
