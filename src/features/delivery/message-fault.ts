import type { AttemptResult } from "./outcome.ts";

/** One stored message that cannot be made, whoever tries: an outcome of that mail. All else that is thrown is a failure of ours. */
export class MessageFault extends Error {
  override name = "MessageFault";

  get result(): AttemptResult {
    return { kind: "deferred", reason: this.message };
  }
}
