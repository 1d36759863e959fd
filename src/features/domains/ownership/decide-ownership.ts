import type { Domain } from "../domain.ts";

/** `absent`: the DNS does not have the claim's token. `unknown`: the DNS could not be queried. */
export type TokenState = "there" | "absent" | "unknown";

/** A mistake in a zone or a change of provider must not stop mail at once, but a domain that was sold must not stay with the account. */
export const MISSING_TOKEN_GRACE_MS = 3 * 86_400_000;

type OwnershipState = {
  claim: Pick<Domain, "verified_by" | "token_missing_since">;
  tokenState: TokenState;
  /** True when at least one active DKIM key is in the DNS. */
  canSign: boolean;
  /** The other account that holds the domain, with the state of its token. */
  holder: { by: "dns" | "operator"; tokenState: TokenState } | null;
  now: Date;
};

export type OwnershipDecision = {
  kind: "none" | "verify" | "take" | "lose";
  tokenMissingSince: Date | null;
  /** Why the account does not get the domain although its token is in the DNS. */
  refusal: string | null;
};

/** Decides who holds a domain after a check: the account that verified it last, unless the operator assigned the domain. */
export function decideOwnership({
  claim,
  tokenState,
  canSign,
  holder,
  now,
}: OwnershipState): OwnershipDecision {
  const since = claim.token_missing_since;
  const stay = { kind: "none", tokenMissingSince: since, refusal: null } as const;
  if (tokenState === "unknown" || claim.verified_by === "operator") return stay;
  if (claim.verified_by === "dns") {
    if (tokenState === "there") return { ...stay, tokenMissingSince: null };
    if (since === null) return { ...stay, tokenMissingSince: now };
    return now.getTime() - since.getTime() < MISSING_TOKEN_GRACE_MS
      ? stay
      : { kind: "lose", tokenMissingSince: null, refusal: null };
  }
  if (tokenState === "absent" || !canSign) return stay;
  if (holder === null) return { ...stay, kind: "verify" };
  if (holder.by === "operator")
    return {
      ...stay,
      refusal: "The operator of this server assigned the domain to another account. Contact the operator.",
    };
  if (holder.tokenState !== "absent")
    return {
      ...stay,
      refusal:
        "Another account has verified the domain too, and its token is still in the DNS. If the domain is yours, remove all other posthouse-verification records from this name.",
    };
  return { ...stay, kind: "take" };
}
