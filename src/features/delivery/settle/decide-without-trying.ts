import type { Decision } from "../outcome.ts";
import type { Undeliverable } from "../route/hop.ts";
import { decideNext } from "./decide-next.ts";

/** What follows, for each recipient, from a result that was reached without asking a server. */
export function decideWithoutTrying({ email, recipients, result }: Undeliverable): Decision[] {
  return recipients.map(({ tries, secondsLeft }) =>
    decideNext(result, { tries, secondsLeft, random: Math.random(), policy: email.policy }),
  );
}
