import { compareKey, errorInName, type Mailbox, parseMailbox } from "../../../mail/address/index.ts";
import type { FieldError } from "../../../platform/errors/index.ts";
import { reasonToRefuseLine } from "./reason-to-refuse-line.ts";
import type { GivenMailbox } from "./send-schema.ts";

export function readMailboxes(
  path: string,
  given: GivenMailbox | GivenMailbox[],
  problems: FieldError[],
): Mailbox[] {
  if (!Array.isArray(given)) {
    const mailbox = readMailbox(path, given, problems);
    return mailbox ? [mailbox] : [];
  }
  return given.flatMap((one, index) => readMailbox(`${path}[${index}]`, one, problems) ?? []);
}

/** `a@b.c`, `Name <a@b.c>` or `{ email, name }`; a name beside the address wins over one inside it. */
export function readMailbox(path: string, given: GivenMailbox, problems: FieldError[]): Mailbox | null {
  const { email, name = null } = typeof given === "string" ? { email: given } : given;
  const parsed = parseMailbox(email);
  const reason = parsed.ok ? reasonToRefuseName(name ?? "") : parsed.reason;
  if (parsed.ok && reason === null)
    return name === null ? parsed.mailbox : { ...parsed.mailbox, name: name.trim() || null };
  problems.push({
    path: typeof given === "string" ? path : `${path}.${parsed.ok ? "name" : "email"}`,
    message: reason ?? "",
  });
  return null;
}

function reasonToRefuseName(name: string): string | null {
  return reasonToRefuseLine(name) ?? errorInName(name);
}

/** The first spelling of an address wins; case variants are the same recipient. Adds what it keeps to `seen`. */
export function withoutNamedBefore(mailboxes: Mailbox[], seen: Set<string>): Mailbox[] {
  return mailboxes.filter(({ address }) => {
    const key = compareKey(address);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
