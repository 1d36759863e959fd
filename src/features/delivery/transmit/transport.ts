import type { TransmitResult } from "../outcome.ts";

/** The return path and the recipients of one transaction (RFC 5321 §2.3.1). */
type Envelope = { from: string; recipients: string[] };

/** Whose DKIM signatures a message gets: ours, or only those of a relay that signs all mail itself. */
export type Signer = "us" | "relay";

export type Transmission = {
  envelope: Envelope;
  /** Renders the message, signed by us by default. Not called by a transport that does not need it. */
  render: (signer?: Signer) => Promise<Buffer>;
  /** Whether the leases are still valid. When it returns false, no further step may be started. */
  mayTransmit: () => boolean;
  /**
   * Called once, just before the server can act on the message: before the final dot, or before the request that holds the message. When
   * it returns false, the message must be withheld. After true, an attempt without a reply is uncertain, also for the process that
   * recovers the journal.
   */
  maySendFinalDot: () => Promise<boolean>;
};

/**
 * A stop of the process waits this long for replies to final dots, then records them as uncertain. Must be less than the time that
 * the supervisor gives a role (ROLES_STOP_WITHIN_MS in commands/serve/instance.ts), or nothing would be recorded.
 */
export const STOP_GRACE_MS = 10_000;

/** Null: transmissions in progress end by their own timeouts. Interrupting them while the worker keeps running would cause duplicates. */
export type Patience = { graceMs: number | null };

/** Sends or stores a message. */
export type Transport = {
  /** Returns a result for each recipient of the envelope, in order. Throws only for internal failures, never for those of a server or network. */
  transmit(transmission: Transmission): Promise<TransmitResult[]>;
  /** Lets transmissions in progress end, then closes connections. A second call may shorten the time. */
  close(patience: Patience): Promise<void>;
};
