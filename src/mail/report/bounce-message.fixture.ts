import type { Action, Verdict } from "./index.ts";

/**
 * Bounces of servers that the corpus does not contain, modeled on their texts. Most have no row of their own: the general
 * rules must recognize them.
 */
export type BounceMessage = {
  server: string;
  header: string[];
  text: string;
  recipient: string;
  verdict: Verdict;
  code?: number;
  status?: string;
  action?: Action;
};
