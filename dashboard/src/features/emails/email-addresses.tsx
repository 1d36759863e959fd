import type { EmailSummary } from "../../api-types.ts";
import { readMailbox } from "./mailbox.ts";

/** A name or address from outside. `bdi` keeps right-to-left text from reordering the text around it. */
export function Mailbox({ text }: { text: string }) {
  const { name, address } = readMailbox(text);
  return name === null ? (
    <bdi>{address}</bdi>
  ) : (
    <>
      <bdi>{name}</bdi> <bdi className="text-ink-faint">&lt;{address}&gt;</bdi>
    </>
  );
}

/** The sender's name, or the address of a sender without one. */
export function Sender({ text }: { text: string }) {
  const { name, address } = readMailbox(text);
  return <bdi>{name ?? address}</bdi>;
}

/** The first recipient's address, and the number of others. */
export function Recipients({
  email,
}: {
  email: Pick<EmailSummary, "to" | "cc" | "bcc" | "recipient_count">;
}) {
  const { to, cc, bcc, recipient_count: count } = email;
  return (
    <>
      <bdi>{readMailbox(to[0] ?? cc[0] ?? bcc[0] ?? "").address}</bdi>
      {count > 1 ? <span className="text-ink-faint"> +{(count - 1).toLocaleString("en")}</span> : null}
    </>
  );
}

export function Subject({ text }: { text: string }) {
  return text.trim() === "" ? <span className="text-ink-faint">No subject</span> : <bdi>{text}</bdi>;
}
