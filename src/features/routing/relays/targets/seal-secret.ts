import type { InstanceSecrets } from "../../../../platform/secrets/index.ts";

const purpose = "relay";

export function sealSecret(secrets: InstanceSecrets, secret: string | null): Buffer | null {
  return secret === null ? null : secrets.seal(purpose, Buffer.from(secret));
}

/** Null: there is none, or it was sealed with another key. */
export function openSecret(secrets: InstanceSecrets, sealed: Buffer | null): string | null {
  return sealed === null ? null : (secrets.open(purpose, sealed)?.toString() ?? null);
}
