import type { Database } from "../../platform/db/index.ts";
import {
  type EmailRow,
  loadMessageContents,
  type MessageContents,
  renderMessage,
  returnPathOf,
} from "../emails/index.ts";
import { decideNext } from "./decide-next.ts";
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
  /** The most attempts before this one, of a recipient of it, whose worker never told what became of them. */
  losses: number;
  /** Whether its recipients are the simulator's. */
  simulated: boolean;
  recipients: { claim: Claim; address: string; secondsLeft: number }[];
};

/** load what is large → render → transmit → decide. What follows for each recipient, in order; the caller settles it. */
export async function deliver(
  { accountId, email, contents: claimed, simulated, recipients }: ClaimedEmail,
  {
    database,
    transport,
    mayTransmit,
  }: { database: Database; transport: Transport; mayTransmit: () => boolean },
): Promise<Decision[]> {
  const contents = claimed ?? (await loadMessageContents(database, accountId, email));
  const results = await (simulated ? simulatorTransport : transport).transmit({
    envelope: { from: returnPathOf(email), recipients: recipients.map(({ address }) => address) },
    render: () => renderMessage(email, contents),
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
