import type { InstanceSecrets } from "../../../platform/secrets/index.ts";

const PURPOSE = "authenticator";

export function sealSecret(secrets: Pick<InstanceSecrets, "seal">, secret: Buffer): Buffer {
  return secrets.seal(PURPOSE, secret);
}

/** Null if it was sealed with another key of the instance. */
export function openSecret(secrets: Pick<InstanceSecrets, "open">, sealed: Buffer): Buffer | null {
  return secrets.open(PURPOSE, sealed);
}
