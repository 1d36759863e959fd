import { makeSigningKey } from "../../../mail/dkim/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { NewKey } from "./queries.ts";
import type { Slot } from "./slots.ts";

/** What the private halves are sealed for. */
export const sealedFor = "dkim";

/** A key of each algorithm for each slot. */
export async function makeKeys(secrets: InstanceSecrets, slots: readonly Slot[]): Promise<NewKey[]> {
  const wanted = slots.flatMap((slot) =>
    (["rsa", "ed25519"] as const).map((algorithm) => ({ slot, algorithm })),
  );
  return await Promise.all(
    wanted.map(async ({ slot, algorithm }) => {
      const { privateKey, publicKey } = await makeSigningKey(algorithm);
      return { slot, algorithm, publicKey, sealed: secrets.seal(sealedFor, privateKey) };
    }),
  );
}
