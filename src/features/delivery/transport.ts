import type { AttemptResult } from "./outcome.ts";

export type Envelope = { from: string; recipients: string[] };

/** A way for a message to leave, or to be kept. */
export type Transport = {
  /** Messages under way at once; a slot is taken before `transmit` is called. */
  readonly concurrency: number;
  /**
   * Answers for each recipient of the envelope, in order; never throws for what a server or a network did.
   * `mayTransmit` is asked just before the message goes out: when it says no, nothing must be sent.
   */
  transmit(email: {
    envelope: Envelope;
    /** Makes the message; not called by a transport that does not need it. */
    render: () => Promise<Buffer>;
    mayTransmit: () => boolean;
  }): Promise<AttemptResult[]>;
  /** Lets transmissions that are under way end, then closes connections. */
  close(): Promise<void>;
};
