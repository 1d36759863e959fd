import { decideNext } from "./decide-next.ts";
import type { AttemptResult, Decision } from "./outcome.ts";
import type { Undeliverable } from "./routing/hop.ts";

/** What is thrown is thrown while the message is made: nothing has been sent, and a fixed program may do better. */
export const ownFault: AttemptResult = {
  kind: "deferred",
  reason: "the message could not be made; the log has the cause",
};

export const noWay: AttemptResult = {
  kind: "deferred",
  reason: "its way could not be found out; the log has the cause",
};

/** What follows, for each recipient, from a result that was reached without asking a server. */
export function decideWithoutTrying({ email, recipients, result }: Undeliverable): Decision[] {
  return recipients.map(({ tries, secondsLeft }) =>
    decideNext(result, { tries, secondsLeft, random: Math.random(), policy: email.policy }),
  );
}
