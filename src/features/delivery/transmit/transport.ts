import type { TransmitResult } from "../outcome.ts";

/** What is told to the next server: the return path, and who is to get the message (RFC 5321 §2.3.1). */
export type Envelope = { from: string; recipients: string[] };

export type Transmission = {
  envelope: Envelope;
  /** Makes the message; not called by a transport that does not need it. */
  render: () => Promise<Buffer>;
  /** Whether the recipients are still ours to try: when it says no, nothing more must be begun. */
  mayTransmit: () => boolean;
  /**
   * Asked once, just before the server can act on the message: the final dot, or the request that holds it all. When it says no, that
   * must be withheld. From a yes on, an attempt without an answer is uncertain, also for others if this process dies.
   */
  mayEnd: () => Promise<boolean>;
};

/**
 * A stop of the process waits this long for replies to final dots; after it they are recorded as uncertain. Must be less than what
 * the supervisor gives a role (rolesStopWithinMs in commands/serve/instance.ts), or nothing would be recorded.
 */
export const STOP_GRACE_MS = 10_000;

/** Null: what is under way ends by its own limits. To cut it short where nothing stops makes second copies. */
export type Patience = { graceMs: number | null };

/** A way for a message to leave, or to be kept. */
export type Transport = {
  /** Answers for each recipient of the envelope, in order. Throws for failures of ours alone, never for what a server or a network did. */
  transmit(transmission: Transmission): Promise<TransmitResult[]>;
  /** Lets transmissions that are under way end, then closes connections. Asked again with less patience, that counts. */
  close(patience: Patience): Promise<void>;
};
