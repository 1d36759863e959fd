import type { Database } from "../../platform/db/index.ts";
import {
  type EmailRow,
  loadMessageContents,
  type MessageContents,
  type RecipientState,
  renderMessage,
  returnPathOf,
} from "../emails/index.ts";
import { decideNext, endLate } from "./decide-next.ts";
import type { AttemptResult, Decision } from "./outcome.ts";
import type { Claim } from "./queries.ts";
import { simulatorTransport } from "./simulator.ts";
import type { Transport } from "./transport.ts";

/** Recipients of one email that were claimed together: one message, one envelope. */
export type ClaimedEmail = {
  accountId: string;
  email: EmailRow;
  /** Null: they are large, and loaded when the delivery begins: once, and not for all that wait. */
  contents: MessageContents | null;
  /** Whether it was lost with nothing else in its worker's hand. */
  isPoison: boolean;
  /** Whether its recipients are the simulator's. */
  simulated: boolean;
  recipients: { claim: Claim; address: string; secondsLeft: number; was: RecipientState }[];
};

/** load what is large → render → transmit → decide. What follows for each recipient, in order; the caller settles it. */
export async function deliver(
  { accountId, email, contents, simulated, recipients }: ClaimedEmail,
  {
    database,
    transport,
    mayTransmit,
  }: { database: Database; transport: Transport; mayTransmit: () => boolean },
): Promise<Decision[]> {
  const inTime = recipients.filter(({ secondsLeft }) => secondsLeft > 0);
  const render = async () =>
    renderMessage(email, contents ?? (await loadMessageContents(database, accountId, email)));
  const envelope = { from: returnPathOf(email), recipients: inTime.map(({ address }) => address) };
  const results =
    inTime.length > 0
      ? await (simulated ? simulatorTransport : transport).transmit({ envelope, render, mayTransmit })
      : [];
  const decided = new Map(
    inTime.map((recipient, index) => [
      recipient,
      decideNext(results[index] ?? nothingKnown, {
        attempt: recipient.claim.attempt,
        secondsLeft: recipient.secondsLeft,
        random: Math.random(),
      }),
    ]),
  );
  return recipients.map((recipient) => decided.get(recipient) ?? endLate(recipient.was));
}

const nothingKnown: AttemptResult = {
  kind: "uncertain",
  reason: "the transport did not answer for this recipient",
};
