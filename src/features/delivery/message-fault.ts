import type { AttemptResult } from "./outcome.ts";

/** One stored message that can never be made, whoever tries: more attempts would end no better. It says nothing of its recipients. */
export class MessageFault extends Error {
  override name = "MessageFault";

  get result(): AttemptResult {
    return { kind: "bounced", reason: this.message };
  }
}
