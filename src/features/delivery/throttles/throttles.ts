import type { Feedback } from "./feedback.ts";
import type { Sending } from "./local-throttle.ts";
import type { ThrottlePlan } from "./throttle-plan.ts";

/** How fast mail of each throttle may go, for one process. */
export type Throttles = {
  /** Makes a throttle known; the plan is where it begins. */
  register(throttle: string, plan: ThrottlePlan): void;
  /** Whether one more transaction of the throttle may begin now; if so it is counted until `end`. */
  acquire(throttle: string, sending?: Sending): boolean;
  /** Gives the place back, and learns from what became of it. */
  release(throttle: string, feedback: Feedback | null, sending?: Sending): void;
  /** Which mail of a throttle to try first after a closing, lowest first; null: none of it is a probe. */
  probeRank(throttle: string, sending: Sending): number | null;
  /** How many recipients of the throttle are worth having in hand: 0 while nothing may go there. */
  capacity(throttle: string): number;
  /** Called when a throttle that had no place, or was closed, may have one again. */
  onCapacity(listener: () => void): void;
  start(): Promise<void>;
  close(): Promise<void>;
};
