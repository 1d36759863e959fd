import type { Database } from "../../platform/db/index.ts";
import { type EmailContentRow, loadEmail, renderMessage } from "../emails/index.ts";
import { decideNext } from "./decide-next.ts";
import type { AttemptResult, Decision } from "./outcome.ts";
import type { Claim } from "./queries.ts";
import type { Transport } from "./transport.ts";

/** Recipients of one email that were claimed together: one message, one envelope. */
export type ClaimedEmail = {
  accountId: string;
  email: EmailContentRow;
  /** Whether html and text are still in the database alone. */
  isLarge: boolean;
  recipients: { claim: Claim; address: string; secondsLeft: number }[];
};

/** load what is large → render → transmit → decide. What follows for each recipient, in order; the caller settles it. */
export async function deliver(
  { accountId, email: claimed, isLarge, recipients }: ClaimedEmail,
  {
    database,
    transport,
    mayTransmit,
  }: { database: Database; transport: Transport; mayTransmit: () => boolean },
): Promise<Decision[]> {
  const email = isLarge ? await loadEmail(database, accountId, claimed.id) : claimed;
  if (!email) throw new Error("the content of a claimed email is gone");
  const results = await transport.transmit({
    envelope: { from: email.mail_from.address, recipients: recipients.map(({ address }) => address) },
    render: () => renderMessage(email),
    mayTransmit,
  });
  return recipients.map(({ claim, secondsLeft }, index) =>
    decideNext(results[index] ?? nothingKnown, {
      attempt: claim.attempt,
      secondsLeft,
      random: Math.random(),
    }),
  );
}

const nothingKnown: AttemptResult = {
  kind: "uncertain",
  reason: "the transport did not answer for this recipient",
};
