import type { Decision } from "../outcome.ts";
import type { Undeliverable } from "../route/hop.ts";
import { decideFor } from "./decide-next.ts";

/** The decision for each recipient whose result is known without a server. */
export function decideWithoutTrying({ email, recipients, result }: Undeliverable): Decision[] {
  return recipients.map((recipient) => decideFor(email, recipient, result));
}
