import { AppError } from "../errors/index.ts";

/** A refusal of a command: the reply code, and one line with the enhanced code (RFC 3463) and the text. */
export class SmtpReply extends Error {
  override name = "SmtpReply";
  readonly responseCode: number;

  /** `text` begins with the enhanced code: `5.7.1 No`. */
  constructor(code: number, text: string, options: { cause?: unknown } = {}) {
    super(text, options);
    this.responseCode = code;
  }
}

/** RFC 5321 §4.2.3: 452 insufficient system storage. */
export function busy(): SmtpReply {
  return new SmtpReply(452, "4.3.1 Too much mail at once; try again in a moment");
}

/** Maps public error codes to replies with the error's message. Any other error is a failure of ours. */
export type ReplyTable = ReadonlyMap<string, { code: number; enhanced: string }>;

/** SQLSTATE 53100: the disk of the database is full. */
const DISK_FULL = "53100";
const NOT_STORED = "4.3.0 The message was not confirmed as stored; try again later";
const INTERNAL_FAILURE = "4.3.0 Internal error; try again later";

/**
 * Creates the function that turns an error into a reply: never a 5xx for a failure of ours, so that the client keeps its
 * mail queued.
 */
export function createReplyFor(table: ReplyTable): (error: unknown) => SmtpReply {
  return function replyFor(error) {
    if (error instanceof SmtpReply) return error;
    // RFC 5321 §4.2.3: 452 insufficient system storage.
    if (isDiskFull(error))
      return new SmtpReply(452, "4.3.1 The disk is full; try again later", { cause: error });
    if (!(error instanceof AppError)) return new SmtpReply(451, INTERNAL_FAILURE, { cause: error });
    // The error's message is for API users. A mail client only needs to retry.
    if (error.code === "unavailable") return new SmtpReply(451, NOT_STORED, { cause: error });
    const reply = table.get(error.code);
    if (!reply) return new SmtpReply(451, INTERNAL_FAILURE, { cause: error });
    return new SmtpReply(reply.code, `${reply.enhanced} ${oneLine(error.message)}`, { cause: error });
  };
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === DISK_FULL || isDiskFull(error.cause);
}

/** RFC 5321 §4.5.3.1.5: a reply line has at most 512 octets. */
function oneLine(text: string): string {
  const line = text.replace(/[^ -~]+/g, " ");
  return line.length > 400 ? `${line.slice(0, 397)}...` : line;
}
