/** A problem that the operator can fix. The message is one line. */
export class SecretKeyError extends Error {
  override name = "SecretKeyError";
}
