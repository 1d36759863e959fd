import type { AttemptResult } from "../outcome.ts";
import type { LanePlan } from "./lane-plan.ts";

/** How fast mail of each lane may go, for one process. */
export type Pace = {
  /** Makes a lane known; the plan is where it begins. */
  meet(lane: string, plan: LanePlan): void;
  /** Whether one more transaction of the lane may begin now; if so it is counted until `end`. */
  begin(lane: string): boolean;
  /** Gives the place back, and learns from what became of it. */
  end(lane: string, results: AttemptResult[]): void;
  /** How many recipients of the lane are worth having in hand: 0 while nothing may go there. */
  room(lane: string): number;
  /** Called when a lane that had no place, or was closed, may have one again. */
  onRoom(listener: () => void): void;
  start(): Promise<void>;
  close(): Promise<void>;
};
