import type { Claim, Settlement } from "../../recipients/index.ts";
import type { AttemptResult, Decision } from "../outcome.ts";

export type Decided = { claim: Claim; decision: Decision; isCrash?: boolean };

/** Chooses the parts of a result that become the event, and whether the address is suppressed. */
export function settlementOf({ claim, decision, isCrash }: Decided): Settlement {
  const { state, retrySeconds, result } = decision;
  return {
    claim,
    state,
    retrySeconds,
    detail: { ...result, ...NOT_IN_DETAIL },
    ...(result.followedBy && { followedBy: result.followedBy }),
    ...(result.transcript !== undefined && { transcript: result.transcript }),
    isTry: result.isOurChoice !== true,
    ...(isCrash && { isCrash }),
    ...(isOfBadAddress(decision) && { suppression: suppressionOf(result) }),
  };
}

function isOfBadAddress({ state, result }: Decision): boolean {
  return state === "bounced" && result.suppresses === true && result.route !== "simulator";
}

function suppressionOf({ code, enhanced, host, phase, line, reason }: AttemptResult) {
  return { reply: { code, status: enhanced, host, phase }, detail: line ?? reason };
}

/** Fields that are not part of the event. */
const NOT_IN_DETAIL = {
  kind: undefined,
  followedBy: undefined,
  transcript: undefined,
  retryAfterSeconds: undefined,
  slowDown: undefined,
  isOurChoice: undefined,
  suppresses: undefined,
  isRecipientError: undefined,
} satisfies Partial<Record<keyof AttemptResult, undefined>>;
