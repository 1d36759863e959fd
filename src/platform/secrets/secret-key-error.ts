/** The operator's to mend: the message is one line. */
export class SecretKeyError extends Error {
  override name = "SecretKeyError";
}
