import { makeSigningKey } from "../../../mail/dkim/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { KeySet } from "./key-sets.ts";
import type { NewKey } from "./queries.ts";

/** The purpose under which private keys are sealed. */
export const SEAL_PURPOSE = "dkim";

/** Makes a key of each algorithm for each key set. */
export async function makeKeys(secrets: InstanceSecrets, keySets: readonly KeySet[]): Promise<NewKey[]> {
  const wanted = keySets.flatMap((keySet) =>
    (["rsa", "ed25519"] as const).map((algorithm) => ({ keySet, algorithm })),
  );
  return await Promise.all(
    wanted.map(async ({ keySet, algorithm }) => {
      const { privateKey, publicKey } = await makeSigningKey(algorithm);
      return { keySet, algorithm, publicKey, sealed: secrets.seal(SEAL_PURPOSE, privateKey) };
    }),
  );
}
