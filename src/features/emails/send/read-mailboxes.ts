import {
  compareKey,
  errorInName,
  errorInNameLength,
  type Mailbox,
  parseMailbox,
} from "../../../mail/address/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import type { MailboxInput } from "../schema/send-schema.ts";

export function readMailboxes(
  path: string,
  input: MailboxInput | MailboxInput[],
  problems: FieldError[],
): Mailbox[] {
  if (!Array.isArray(input)) {
    const mailbox = readMailbox(path, input, problems);
    return mailbox ? [mailbox] : [];
  }
  return input.flatMap((item, index) => readMailbox(`${path}[${index}]`, item, problems) ?? []);
}

/** Reads `a@b.c`, `Name <a@b.c>` or `{ email, name }`. The field `name` overrides a name inside `email`. */
export function readMailbox(path: string, input: MailboxInput, problems: FieldError[]): Mailbox | null {
  const { email, name = null } = typeof input === "string" ? { email: input } : input;
  const parsed = parseMailbox(email);
  const reason = parsed.ok ? reasonToRefuseName(name ?? "") : parsed.reason;
  if (parsed.ok && reason === null)
    return name === null ? parsed.mailbox : { ...parsed.mailbox, name: name.trim() || null };
  problems.push({
    path: typeof input === "string" ? path : `${path}.${parsed.ok ? "name" : "email"}`,
    message: reason ?? "",
  });
  return null;
}

function reasonToRefuseName(name: string): string | null {
  return reasonToRefuseLine(name) ?? errorInNameLength(name.trim()) ?? errorInName(name);
}

/** RFC 5322 §2.2: a line break would begin another header, and other control characters are not allowed in one. */
export function reasonToRefuseLine(text: string): string | null {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? "must not contain line breaks or control characters" : null;
}

/** Removes repeated addresses, ignoring case. The first spelling is kept. Adds the kept addresses to `seen`. */
export function withoutNamedBefore(mailboxes: Mailbox[], seen: Set<string>): Mailbox[] {
  return mailboxes.filter(({ address }) => {
    const key = compareKey(address);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
