import type { ClaimedEmail } from "./deliver.ts";
import type { ClaimedRow } from "./queries.ts";

/**
 * Recipients of one envelope. RFC 5321 §4.5.3.1.8 promises room for 100, but some relays refuse the whole message above 50,
 * with a 5xx that would bounce all of them.
 */
const maxRecipients = 50;

/** Recipients of one email that were claimed together travel in one envelope, up to its limit. */
export function groupByEmail(rows: ClaimedRow[]): ClaimedEmail[] {
  const groups: ClaimedEmail[] = [];
  const open = new Map<string, ClaimedEmail>();
  for (const row of rows) {
    const { account_id, position, attempt, address, seconds_left, is_large, ...email } = row;
    let group = open.get(row.id);
    if (!group || group.recipients.length === maxRecipients) {
      group = { accountId: account_id, email, isLarge: is_large, recipients: [] };
      groups.push(group);
      open.set(row.id, group);
    }
    group.recipients.push({
      claim: { accountId: account_id, emailId: row.id, position, attempt },
      address,
      secondsLeft: seconds_left,
    });
  }
  return groups;
}
