import type { AttemptResult } from "../outcome.ts";

/** One stored message cannot be built, whoever tries: an outcome of that mail, and no problem of its recipients. */
export class MessageError extends Error {
  override name = "MessageError";
  /** More attempts would end no better. */
  readonly isFinal: boolean;

  constructor(reason: string, { cause, isFinal = false }: { cause: unknown; isFinal?: boolean }) {
    super(reason, { cause });
    this.isFinal = isFinal;
  }

  get result(): AttemptResult {
    return { kind: this.isFinal ? "bounced" : "deferred", reason: this.message };
  }
}
