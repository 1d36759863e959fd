import type { ClaimLimits } from "../../src/features/delivery/queue/claim-recipients.ts";

/** Nothing is paused, and everything has room. */
export const noLimits: ClaimLimits = { perDomain: 1_000, domains: [], pausedAccounts: [], pausedLanes: [] };
