/** An Idempotency-Key was used before, perhaps a moment ago on another node: nothing was stored. */
export class KeyTaken extends Error {
  override name = "KeyTaken";
}
