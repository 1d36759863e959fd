import { AppError } from "../../platform/errors/index.ts";

/** A refusal in the conversation: the code, then enhanced code (RFC 3463) and text in one line. */
export class SmtpReply extends Error {
  override name = "SmtpReply";
  readonly responseCode: number;

  /** `text` begins with the enhanced code: `5.7.1 No`. */
  constructor(code: number, text: string, options: { cause?: unknown } = {}) {
    super(text, options);
    this.responseCode = code;
  }
}

/** Public error code → reply. What is not here is a fault of ours. */
const replies = new Map<string, { code: number; enhanced: string }>([
  // RFC 3463 §3.7: content; §3.8: policy.
  ["validation_failed", { code: 550, enhanced: "5.6.0" }],
  ["sender_not_allowed", { code: 553, enhanced: "5.7.1" }],
  // The same key with another message will never go through; while the first is being stored it may.
  ["idempotency_conflict", { code: 554, enhanced: "5.6.0" }],
  ["idempotency_in_progress", { code: 451, enhanced: "4.7.1" }],
  ["quota_exceeded", { code: 451, enhanced: "4.7.1" }],
  ["rate_limited", { code: 451, enhanced: "4.7.1" }],
  ["unavailable", { code: 451, enhanced: "4.3.0" }],
]);

/** SQLSTATE 53100: the disk of the database is full. */
const diskFull = "53100";
const notStored = "4.3.0 The message was not confirmed as stored; try again later";
const faultOfOurs = "4.3.0 Fault on our side; try again later";

/** What a client is told of an error: never a 5xx for a fault of ours, so that its mail stays in its queue. */
export function replyFor(error: unknown): SmtpReply {
  if (error instanceof SmtpReply) return error;
  // RFC 5321 §4.2.3: 452 insufficient system storage.
  if (isDiskFull(error))
    return new SmtpReply(452, "4.3.1 The disk is full; try again later", { cause: error });
  const reply = error instanceof AppError ? replies.get(error.code) : undefined;
  // The words of `unavailable` tell users of the API what to do; a mail client only has to try again.
  if (reply?.enhanced === "4.3.0") return new SmtpReply(451, notStored, { cause: error });
  if (!reply) return new SmtpReply(451, faultOfOurs, { cause: error });
  return new SmtpReply(reply.code, `${reply.enhanced} ${oneLine((error as AppError).message)}`, {
    cause: error,
  });
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === diskFull || isDiskFull(error.cause);
}

/** RFC 5321 §4.5.3.1.5: a reply line has at most 512 octets. */
function oneLine(text: string): string {
  const line = text.replace(/[^ -~]+/g, " ");
  return line.length > 400 ? `${line.slice(0, 397)}...` : line;
}
