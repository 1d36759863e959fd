import type { Decision } from "../outcome.ts";
import type { Undeliverable } from "../route/hop.ts";
import { decideNext, decideUnsent } from "./decide-next.ts";

/** The decision for each recipient whose result is known without a server. */
export function decideWithoutTrying({ email, recipients, result }: Undeliverable): Decision[] {
  const { kind } = result;
  return recipients.map(({ tries, secondsLeft, previousState }) =>
    kind === "suppressed" || kind === "bounced"
      ? decideUnsent({ ...result, kind }, previousState)
      : decideNext(result, {
          tries,
          secondsLeft,
          random: Math.random(),
          policy: email.policy,
          previousState,
        }),
  );
}
