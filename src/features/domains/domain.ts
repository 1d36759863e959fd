import type { Selectable } from "kysely";
import type { Domains } from "../../platform/db/generated/tables.ts";
import type { KeySet } from "./keys/key-sets.ts";
import type { Findings } from "./records/finding.ts";

/** A claim of an account to a domain. It holds the domain once it is verified. */
export type Domain = Omit<Selectable<Domains>, "findings" | "active_key_set"> & {
  findings: Findings;
  active_key_set: KeySet;
};

/** How long what the old keys have signed may still be under way, or lie unread where nobody has verified it. */
const overlapDays = 7;

/** Until when the keySet that does not sign holds the keys of before; null: it holds those that wait. */
export function retiredUntil({ rotated_at }: Pick<Domain, "rotated_at">, now = Date.now()): Date | null {
  if (rotated_at === null) return null;
  const end = new Date(rotated_at.getTime() + overlapDays * 86_400_000);
  return end.getTime() > now ? end : null;
}
