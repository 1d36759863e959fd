import type { Db } from "../../../platform/db/index.ts";
import type { Domain } from "../domain.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { insertDomainEvents, type LossReason, type NewDomainEvent } from "../events/queries.ts";
import { decideOwnership, type OwnershipDecision, type TokenState } from "../ownership/decide-ownership.ts";
import { changeDomain, lockClaims } from "../queries.ts";
import { type Findings, findingOf, isOk } from "../records/finding.ts";
import type { WantedRecord } from "../records/wanted-record.ts";
import { OWNERSHIP_PREFIX } from "../records/wanted-records.ts";
import { type DnsResult, isKnown } from "./ask-dns.ts";
import { nextCheckAt } from "./next-check-at.ts";
import { notifyOfLoss, notifyOfRisk } from "./notify-of-change.ts";

const LOG_EVENTS = { verify: "domain.verified", take: "domain.transferred", lose: "domain.lost" } as const;

type Checked = {
  domain: Domain;
  wanted: readonly WantedRecord[];
  findings: Findings;
  warnings: string[];
  /** The TXT records at the name of the ownership token. */
  tokens: DnsResult;
};

/** Saves findings, ownership, events and the time of the next check in one commit. All claims to a domain are locked together. */
export async function saveCheck(
  deps: Pick<DomainDeps, "database" | "log" | "notifyUsers" | "baseUrl">,
  checked: Checked,
): Promise<boolean> {
  const { database, log } = deps;
  const { account_id: accountId, name } = checked.domain;
  const saved = await database.db
    .transaction()
    .execute(async (transaction) => {
      const claims = await lockClaims(transaction, name);
      const claim = claims.find((other) => other.account_id === accountId);
      if (claim?.revision !== checked.domain.revision) return null;
      const holder = claims.find((other) => other.verified_at !== null && other !== claim) ?? null;
      const now = new Date();
      const decision = decideFor(claim, { holder, checked, now });
      const loser = decision.kind === "take" ? holder : null;
      if (loser) await lose(transaction, loser, "proven_by_another_account");
      await store(transaction, claim, { checked, decision, now });
      return { decision, loser };
    })
    .catch(nullIfTaken);
  if (!saved) return false;
  const { decision, loser } = saved;
  if (decision.kind !== "none")
    log.info(
      { event: LOG_EVENTS[decision.kind], accountId, domain: name },
      "the ownership of a sender domain changed",
    );
  await notifyOfRisk(deps, checked.domain, decision.tokenMissingSince);
  await notifyOfLoss(deps, checked.domain);
  if (loser) await notifyOfLoss(deps, loser);
  return true;
}

/** PostgreSQL Appendix A: 23505 is unique_violation. The operator assigned the domain to another account in the meantime. */
function nullIfTaken(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "23505") return null;
  throw error;
}

type Observed = { holder: Domain | null; checked: Checked; now: Date };

function decideFor(claim: Domain, { holder, checked, now }: Observed): OwnershipDecision {
  const active = checked.wanted.filter(({ purpose }) => purpose === "dkim_active");
  return decideOwnership({
    claim,
    tokenState: tokenStateOf(claim, checked.tokens),
    canSign: active.some(({ id }) => isOk(checked.findings, id)),
    holder: holder && {
      by: holder.verified_by as "dns" | "operator",
      tokenState: tokenStateOf(holder, checked.tokens),
    },
    now,
  });
}

function tokenStateOf({ token }: Domain, tokens: DnsResult): TokenState {
  if (!isKnown(tokens)) return "unknown";
  return tokens.some((record) => record.trim() === OWNERSHIP_PREFIX + token) ? "there" : "absent";
}

async function lose(db: Db, domain: Domain, reason: LossReason): Promise<void> {
  const { ownership: _, ...findings } = domain.findings;
  // The old ownership finding no longer holds; the next check, which is due now, makes a new one.
  const check_at = new Date();
  await changeDomain(db, domain, {
    verified_at: null,
    verified_by: null,
    token_missing_since: null,
    findings,
    check_at,
  });
  await insertDomainEvents(db, { accountId: domain.account_id, name: domain.name }, [
    { type: "domain.lost", detail: { reason } },
  ]);
}

type Decided = { checked: Checked; decision: OwnershipDecision; now: Date };

async function store(db: Db, claim: Domain, { checked, decision, now }: Decided): Promise<void> {
  const findings = withRefusal(checked.findings, decision.refusal);
  const isVerified = claim.verified_at !== null ? decision.kind !== "lose" : decision.kind !== "none";
  const isComplete = checked.wanted.every(({ id, need }) => need !== "required" || isOk(findings, id));
  const { created_at: createdAt } = claim;
  await changeDomain(db, claim, {
    findings,
    warnings: checked.warnings,
    checked_at: now,
    // A lost domain is checked again at once, in case this process is killed before it notifies the users.
    check_at:
      decision.kind === "lose"
        ? now
        : nextCheckAt({ isVerified, isComplete, createdAt, now, random: Math.random() }),
    token_missing_since: decision.tokenMissingSince,
    ...verification(decision.kind, now),
  });
  const ref = { accountId: claim.account_id, name: claim.name };
  await insertDomainEvents(db, ref, eventsOf(claim, { checked: { ...checked, findings }, decision, now }));
}

function verification(kind: OwnershipDecision["kind"], now: Date) {
  if (kind === "none") return {};
  return kind === "lose"
    ? { verified_at: null, verified_by: null }
    : { verified_at: now, verified_by: "dns" as const };
}

function withRefusal(findings: Findings, refusal: string | null): Findings {
  if (refusal === null) return findings;
  return {
    ...findings,
    ownership: { ...findingOf(findings, "ownership"), status: "wrong", problem: refusal },
  };
}

/** Events for records that became valid or stopped being valid, and for a change of ownership. */
function eventsOf(claim: Domain, { checked, decision }: Decided): NewDomainEvent[] {
  const changed = checked.wanted.flatMap(({ id, name }): NewDomainEvent[] => {
    const wasOk = isOk(claim.findings, id);
    const isNowOk = isOk(checked.findings, id);
    if (wasOk === isNowOk) return [];
    const problem = checked.findings[id]?.problem ?? null;
    return [
      isNowOk
        ? { type: "record.ok", detail: { record: id, name } }
        : { type: "record.broken", detail: { record: id, name, problem } },
    ];
  });
  if (decision.kind === "none") return changed;
  if (decision.kind === "lose")
    return [...changed, { type: "domain.lost", detail: { reason: "token_missing" } }];
  return [...changed, { type: "domain.verified", detail: { by: "dns" } }];
}
