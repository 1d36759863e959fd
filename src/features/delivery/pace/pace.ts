import type { Feedback } from "./feedback.ts";
import type { LanePlan } from "./lane-plan.ts";
import type { Sending } from "./local-lane.ts";

/** How fast mail of each lane may go, for one process. */
export type Pace = {
  /** Makes a lane known; the plan is where it begins. */
  meet(lane: string, plan: LanePlan): void;
  /** Whether one more transaction of the lane may begin now; if so it is counted until `end`. */
  begin(lane: string, sending?: Sending): boolean;
  /** Gives the place back, and learns from what became of it. */
  end(lane: string, feedback: Feedback | null, sending?: Sending): void;
  /** Which mail of a lane to try first after a closing, lowest first; null: none of it is a trial. */
  trialRank(lane: string, sending: Sending): number | null;
  /** How many recipients of the lane are worth having in hand: 0 while nothing may go there. */
  room(lane: string): number;
  /** Called when a lane that had no place, or was closed, may have one again. */
  onRoom(listener: () => void): void;
  start(): Promise<void>;
  close(): Promise<void>;
};
