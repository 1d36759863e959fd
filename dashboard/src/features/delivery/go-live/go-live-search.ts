import { oneOf, textOf } from "../../../search.ts";

export const STEPS = ["delivery", "domain", "test"] as const;
export type Step = (typeof STEPS)[number];

/** The current step of the guide, in the address bar. */
export type GoLiveSearch = {
  step?: Step | undefined;
  domain?: string | undefined;
  /** The test email. */
  email?: string | undefined;
};

export function goLiveSearch(search: Record<string, unknown>): GoLiveSearch {
  return { step: oneOf(search.step, STEPS), domain: textOf(search.domain), email: textOf(search.email) };
}
