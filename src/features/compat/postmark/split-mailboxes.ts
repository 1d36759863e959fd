/**
 * `Ada <a@b.example>, "Lovelace, Ada" <c@d.example>` → its mailboxes. A comma inside quotation marks or angle brackets separates
 * nothing (RFC 5322 §3.2.4, §3.4). Whether each is a mailbox is for others to say.
 */
export function splitMailboxes(list: string): string[] {
  const mailboxes: string[] = [];
  let start = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "<") isBracketed = true;
    else if (character === ">") isBracketed = false;
    else if (character === "," && !isBracketed) {
      mailboxes.push(list.slice(start, at));
      start = at + 1;
    }
  }
  mailboxes.push(list.slice(start));
  return mailboxes.map((mailbox) => mailbox.trim()).filter((mailbox) => mailbox !== "");
}
