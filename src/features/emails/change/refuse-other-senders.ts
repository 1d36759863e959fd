import { domainOf, type Mailbox } from "../../../mail/address/index.ts";
import { emailErrors } from "../errors.ts";
import type { Sender } from "../sender.ts";

/** The caller that changes an email, with the limits of its key. */
export type Changer = Pick<Sender, "accountId" | "limits">;

/** Throws `sender_not_allowed` when a key tries to change mail of a domain that it may not send from. */
export function refuseOtherSenders({ mail_from }: { mail_from: Mailbox }, limits: Changer["limits"]): void {
  const allowed = limits?.fromDomains ?? null;
  if (allowed === null || allowed.includes(domainOf(mail_from.address))) return;
  throw emailErrors.sender_not_allowed(
    `This API key may only change mail from ${allowed.join(", ")}. Use a key without this limit, or the dashboard.`,
  );
}
