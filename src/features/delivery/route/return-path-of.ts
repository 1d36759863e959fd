import { domainOf } from "../../../mail/address/index.ts";
import { returnPathOf as senderReturnPath } from "../../emails/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { ReturnPaths } from "./return-paths.ts";
import type { Routes } from "./router.ts";

type Options = {
  returnPaths: ReturnPaths;
  /** The domain at which we receive bounces of this sender's mail. Null: none, so bounces go to the sender. */
  domainFor: (accountId: string, fromDomain: string) => Promise<string | null>;
};

/** Bounces go to the sender. */
export const senderReturnPathOf: Routes["returnPathOf"] = ({ email }) => ({
  from: senderReturnPath(email),
  isOwn: email.stream === "bulk",
});

/**
 * A return path for each recipient (VERP), if we receive mail for its domain. A null return path stays, because it asks for no
 * bounces (RFC 5321 §4.5.5). Bulk mail is another message for each recipient anyway.
 */
export async function verpReturnPathOf(
  { returnPaths, domainFor }: Options,
  { accountId, accountNumber, email }: ClaimedEmail,
  { claim }: ClaimedRecipient,
): Promise<{ from: string; isOwn: boolean }> {
  const from = senderReturnPath(email);
  const isBulk = email.stream === "bulk";
  if (from === "" || accountNumber === null) return { from, isOwn: isBulk };
  const domain = await domainFor(accountId, domainOf(email.mail_from.address));
  if (domain === null) return { from, isOwn: isBulk };
  const { id: emailId, scheduled_at: dueAt } = email;
  const { position } = claim;
  return {
    from: returnPaths.addressFor({ accountNumber, emailId, position, domain, dueAt }),
    isOwn: true,
  };
}
