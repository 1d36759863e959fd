import type { Durations } from "../durations.ts";
import type { Outcome } from "../outcome.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Dialogue } from "./dialogue.ts";
import type { MessageNeeds } from "./needs-of-message.ts";
import type { Timeouts } from "./timeouts.ts";

/** One message for one or more recipients. */
export type Job = {
  /** The return path; empty for the null sender. */
  from: string;
  recipients: string[];
  /** The complete message. It is sent unchanged, except that dots are stuffed and a bare CR or LF becomes CRLF. */
  message: Buffer;
  /** Called when a connection is ready for MAIL, and again if that connection was lost before the reply to MAIL. */
  onConnected?: () => void;
  /**
   * Called when all but the end of the message has been sent. If it returns false, the final dot is withheld, and the server
   * discards the message. Must not reject.
   */
  maySendFinalDot?: () => boolean | Promise<boolean>;
};

/** A job with the extensions that its message needs. */
export type JobWithNeeds = Job & MessageNeeds;

/** A conversation that is ready for MAIL. */
export type Session = {
  host: string;
  dialogue: Dialogue;
  capabilities: Capabilities;
  timeouts: Timeouts;
  /** Whether an unfinished transaction exists, so that RSET must precede the next one (RFC 5321 §4.1.1.5). */
  needsReset: boolean;
  /**
   * The reason why the connection is in plain text although TLS was wanted; null if it is encrypted or TLS was not wanted.
   */
  plaintext: string | null;
  /** Whether we closed the connection, perhaps while a message was in flight. */
  isClosedByUs: boolean;
  /** The time that it took to open the connection. Null once a message has reported it. */
  opening: Durations | null;
};

export type Transacted = {
  /** One outcome per recipient, in order. */
  outcomes: Outcome[];
  /** Whether the connection was lost before the reply to MAIL, so that the job can safely be sent on another one. */
  unstarted: boolean;
};
