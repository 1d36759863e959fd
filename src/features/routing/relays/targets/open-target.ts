import type { InstanceSecrets } from "../../../../platform/secrets/index.ts";
import type { Relay } from "../../choice/routing-table.ts";
import { joinSecret, type ReadTarget, readRelayTarget } from "./relay-target.ts";
import { openSecret } from "./seal-secret.ts";

/** Reads the target of a stored relay and opens its password. */
export function openTarget(
  secrets: InstanceSecrets,
  { url, secretSealed }: Pick<Relay, "url" | "secretSealed">,
): ReadTarget {
  const secret = openSecret(secrets, secretSealed);
  if (secret === null && secretSealed !== null)
    return {
      ok: false,
      reason: "The relay's password was encrypted with another secret key. Enter it again.",
    };
  return readRelayTarget(joinSecret(url, secret));
}
