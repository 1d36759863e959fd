import type { ClaimLimits } from "./claim-recipients.ts";

/** What claims leave in the queue. */
export type Pauses = {
  /** Nothing goes. */
  all: boolean;
  accounts: string[];
  /** `account domain` */
  lanes: string[];
  domains: string[];
};

export const nothingPaused = async (): Promise<Pauses> => ({
  all: false,
  accounts: [],
  lanes: [],
  domains: [],
});

/** A domain without room stays in the queue; it must not stand in the limits twice. */
export function withoutPaused(limits: ClaimLimits["domains"], paused: string[]): ClaimLimits["domains"] {
  if (paused.length === 0) return limits;
  const names = new Set(paused);
  return [
    ...limits.filter(({ domain }) => !names.has(domain)),
    ...paused.map((domain) => ({ domain, group: domain, room: 0 })),
  ];
}
