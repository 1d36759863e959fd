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
  /** Whole and final: it is sent as it is, with dots stuffed and stray CR and LF mended. */
  message: Buffer;
  /** Whether the message needs SMTPUTF8. Where its header or an address of its envelope shows it, this need not be said. */
  smtpUtf8?: boolean;
  /** Called when a connection is ready for MAIL; again if that connection was lost before MAIL was answered. */
  onConnected?: () => void;
  /** Asked when all but the end has been sent: on false the dot is withheld, and the server gets nothing. Must not reject. */
  mayEnd?: () => boolean | Promise<boolean>;
};

/** A job whose message has been looked at. */
export type JobWithNeeds = Job & MessageNeeds;

/** A conversation that is ready for MAIL. */
export type Session = {
  host: string;
  dialogue: Dialogue;
  capabilities: Capabilities;
  timeouts: Timeouts;
  /** Whether a transaction was begun and not ended, so that RSET must precede the next (RFC 5321 §4.1.1.5). */
  needsReset: boolean;
  /** Why the connection is in the clear though TLS was wanted; null where it is not, or nobody wanted it. */
  plaintext: string | null;
  /** Whether it was we who ended it, with a message under way. */
  isClosedByUs: boolean;
};

export type Transacted = {
  /** One for each recipient, in their order. */
  outcomes: Outcome[];
  /** The connection was lost before MAIL was answered: the same can be tried on another without any doubt. */
  unstarted: boolean;
};
