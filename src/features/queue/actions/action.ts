import type { Scope } from "../pauses/pause.ts";

type Action = "pause" | "hold" | "resume" | "retry" | "purge";
export type Given = {
  action: Action;
  scope: Scope;
  reason: string | null;
  /** How long a pause lasts; null: until somebody ends it. */
  seconds: number | null;
  /** Of an action that goes on: only what was there then. */
  before: Date | null;
};
