import type { Scope } from "../pauses/pause.ts";

type Action = "pause" | "hold" | "resume" | "retry" | "purge";
export type ActionRequest = {
  action: Action;
  scope: Scope;
  reason: string | null;
  /** The duration of a pause. Null: until a person ends it. */
  seconds: number | null;
  /** Limits a continued action to mail that existed at this time. */
  before: Date | null;
};
