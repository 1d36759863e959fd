import type { InstanceSecrets } from "../../../../platform/secrets/index.ts";

const SEAL_PURPOSE = "relay";

export function sealSecret(secrets: InstanceSecrets, secret: string | null): Buffer | null {
  return secret === null ? null : secrets.seal(SEAL_PURPOSE, Buffer.from(secret));
}

/** Returns null when there is no secret or it was sealed with another key. */
export function openSecret(secrets: InstanceSecrets, sealed: Buffer | null): string | null {
  return sealed === null ? null : (secrets.open(SEAL_PURPOSE, sealed)?.toString() ?? null);
}
