import type { Selectable } from "kysely";
import type { Domains } from "../../platform/db/generated/tables.ts";
import type { KeySet } from "./keys/key-sets.ts";
import type { Findings } from "./records/finding.ts";

/** An account's claim to a domain. The account holds the domain once the claim is verified. */
export type Domain = Omit<Selectable<Domains>, "findings" | "active_key_set"> & {
  findings: Findings;
  active_key_set: KeySet;
};

/** During this time, mail signed with the old keys may still be in transit or not yet verified. */
const OVERLAP_DAYS = 7;

/** Returns the time until which the inactive key set holds the retired keys, or null when it holds the standby keys. */
export function retiredUntil({ rotated_at }: Pick<Domain, "rotated_at">, now = Date.now()): Date | null {
  if (rotated_at === null) return null;
  const end = new Date(rotated_at.getTime() + OVERLAP_DAYS * 86_400_000);
  return end.getTime() > now ? end : null;
}
