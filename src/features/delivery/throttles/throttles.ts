import type { Feedback } from "./feedback.ts";
import type { Sending } from "./local-throttle.ts";
import type { ThrottlePlan } from "./throttle-plan.ts";

/** The throttles of one process: how many transactions may run at once, and how fast. */
export type Throttles = {
  /** Adds a throttle with its first limits. If it exists, the limits change. */
  register(throttle: string, plan: ThrottlePlan): void;
  has(throttle: string): boolean;
  /** Takes a place for one transaction. False: none is free. */
  acquire(throttle: string, sending?: Sending): boolean;
  /** Gives the place back. The throttle learns from the feedback. */
  release(throttle: string, feedback: Feedback | null, sending?: Sending): void;
  /** The order of probes after a closing, lowest first. Null: no probe is due. */
  probeRank(throttle: string, sending: Sending): number | null;
  /** The number of recipients in flight that the throttle can use: 0 while it is closed. */
  capacity(throttle: string): number;
  /** The listener is called when a full or closed throttle may have a place again. */
  onCapacity(listener: () => void): void;
  start(): Promise<void>;
  close(): Promise<void>;
};
