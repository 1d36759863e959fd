import type { Domain } from "../domain.ts";

/** absent: the DNS has answered, and our token is not there. unknown: it could not be asked. */
export type TokenState = "there" | "absent" | "unknown";

/** A mistake in a zone, or a move to another provider, must not stop mail at once; a domain that was sold must not stay ours. */
export const missingTokenGraceMs = 3 * 86_400_000;

type Given = {
  claim: Pick<Domain, "verified_by" | "token_missing_since">;
  proof: TokenState;
  /** Whether mail can be signed with a published key. */
  canSign: boolean;
  /** The other account that holds the domain, and whether its token stands beside ours. */
  holder: { by: "dns" | "operator"; proof: TokenState } | null;
  now: Date;
};

export type OwnershipDecision = {
  kind: "none" | "verify" | "take" | "lose";
  tokenMissingSince: Date | null;
  /** Why a claim that is proven does not hold the domain. */
  refusal: string | null;
};

/** What a check means for a claim. A domain belongs to one account: to the last that proved it, unless the operator has decided. */
export function decideOwnership({ claim, proof, canSign, holder, now }: Given): OwnershipDecision {
  const since = claim.token_missing_since;
  const stay = { kind: "none", tokenMissingSince: since, refusal: null } as const;
  if (proof === "unknown" || claim.verified_by === "operator") return stay;
  if (claim.verified_by === "dns") {
    if (proof === "there") return { ...stay, tokenMissingSince: null };
    if (since === null) return { ...stay, tokenMissingSince: now };
    return now.getTime() - since.getTime() < missingTokenGraceMs
      ? stay
      : { kind: "lose", tokenMissingSince: null, refusal: null };
  }
  if (proof === "absent" || !canSign) return stay;
  if (holder === null) return { ...stay, kind: "verify" };
  if (holder.by === "operator")
    return {
      ...stay,
      refusal: "Whoever runs this server has given the domain to another account. Ask them.",
    };
  if (holder.proof !== "absent")
    return {
      ...stay,
      refusal: `Another account has proven the domain too, and its token is still there. If the domain is yours, remove every other posthouse-verification record here.`,
    };
  return { ...stay, kind: "take" };
}
