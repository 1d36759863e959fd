import { judge } from "../judge/judge.ts";
import { keepAddress, keepAgent } from "../judge/keep-evidence.ts";
import type { RecentHits } from "../judge/recent-hits.ts";
import { HONEYPOT } from "../links/token.ts";
import type { WaitingHit } from "./hit-queue.ts";
import type { HitContext, NewEngagement } from "./queries.ts";

/** Returns null for people who are not tracked, and for the honeypot, which is a signal for other hits and not a click. */
export function engagementOf(
  { hit, journal }: WaitingHit,
  context: HitContext,
  recent: RecentHits,
): NewEngagement | null {
  if (context.is_untracked || (hit.kind === "click" && hit.link === HONEYPOT)) return null;
  const verdict = judge({
    hit,
    secondsSinceDelivery: secondsSinceDelivery(hit.at, context),
    ...recent.around(hit),
  });
  return {
    journal_id: journal.id,
    account_id: context.account_id,
    email_id: hit.emailId,
    position: hit.position,
    kind: hit.kind,
    link: hit.kind === "click" ? hit.link : null,
    url: hit.url,
    ...verdict,
    network: keepAddress(hit.address, context.address_detail),
    agent: keepAgent(hit.agent, context.agent_detail),
    created_at: new Date(hit.at).toISOString(),
  };
}

/** A hit may come before our record of the delivery. */
export function secondsSinceDelivery(at: number, { delivered_at }: HitContext): number | null {
  return delivered_at === null ? null : Math.max(0, (at - delivered_at.getTime()) / 1_000);
}
