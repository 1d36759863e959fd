/** The Idempotency-Key has been used before, perhaps a moment ago on another node. Nothing was stored. */
export class KeyTaken extends Error {
  override name = "KeyTaken";
}
