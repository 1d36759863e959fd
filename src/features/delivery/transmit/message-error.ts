import type { AttemptResult } from "../outcome.ts";

/** A stored message cannot be built by any worker. This is the result of that email, and says nothing about its recipients. */
export class MessageError extends Error {
  override name = "MessageError";
  /** Whether a retry would fail again. */
  readonly isFinal: boolean;

  constructor(reason: string, { cause, isFinal = false }: { cause: unknown; isFinal?: boolean }) {
    super(reason, { cause });
    this.isFinal = isFinal;
  }

  get result(): AttemptResult {
    return { kind: this.isFinal ? "bounced" : "deferred", reason: this.message };
  }
}
