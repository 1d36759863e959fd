import { domainOf, parseMailbox } from "../../../mail/address/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { fieldError } from "../errors.ts";
import type { ChangeRuleRequest, CreateRuleRequest, MatchInput } from "../http/rule-schema.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import { readName } from "../read-name.ts";
import { mayUseDirect, type RelayPolicy } from "../relay-policy.ts";
import { accountExists, findRelayIds, poolExists, type RuleColumns } from "./queries.ts";

type MatchColumns = Pick<
  RuleColumns,
  "of_account_id" | "from_domain" | "tag_name" | "tag_value" | "stream" | "recipient_domain"
>;

const NO_MATCH: MatchColumns = {
  of_account_id: null,
  from_domain: null,
  tag_name: null,
  tag_value: null,
  stream: null,
  recipient_domain: null,
};
const DEFAULTS: Omit<RuleColumns, "name" | "action"> = {
  enabled: true,
  relay_ids: [],
  spread: "order",
  pool_id: null,
  ...NO_MATCH,
};

/** Reads a new rule into its columns. Error: `validation_failed`. */
export function readNewRule(input: CreateRuleRequest): RuleColumns {
  return { ...DEFAULTS, ...readChange(input), name: readName(input.name), action: input.action };
}

/** Reads the changed columns; `match` is replaced as a whole. Error: `validation_failed`. */
export function readChange({
  name,
  match,
  position: _position,
  ...settings
}: ChangeRuleRequest): Partial<RuleColumns> {
  return {
    ...settings,
    ...(name !== undefined && { name: readName(name) }),
    ...(match !== undefined && readMatch(match)),
  };
}

function readMatch({ from_domain, tag, stream, recipient_domain, account_id }: MatchInput): MatchColumns {
  return {
    of_account_id: account_id ?? null,
    from_domain: readDomain("match.from_domain", from_domain),
    tag_name: tag?.name ?? null,
    tag_value: tag?.value ?? null,
    stream: stream ?? null,
    recipient_domain: readDomain("match.recipient_domain", recipient_domain),
  };
}

/** Returns the domain as lower-case A-labels. Postmaster is a mailbox of every domain (RFC 5321 §4.5.1). */
function readDomain(path: string, text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return null;
  const wildcard = trimmed.startsWith("*.") ? "*." : "";
  if (/^\*\.[a-z]{2,63}$/i.test(trimmed)) return trimmed.toLowerCase();
  const parsed = parseMailbox(`postmaster@${trimmed.slice(wildcard.length)}`);
  if (!parsed.ok) throw fieldError(path, "must be a domain such as example.com or *.example.com");
  return wildcard + domainOf(parsed.mailbox.address);
}

type RuleOwner = { accountId: string; policies: RelayPolicy };

/**
 * Checks a rule as a whole, with the relays, pool and account that it refers to. Returns it without the fields that its action does not
 * use. Error: `validation_failed`.
 */
export async function checkRule(
  db: Db,
  rule: RuleColumns,
  { accountId, policies }: RuleOwner,
): Promise<RuleColumns> {
  const isInstance = accountId === INSTANCE_ID;
  if (rule.of_account_id !== null) {
    if (!isInstance) throw fieldError("match.account_id", "is only allowed in rules of the instance");
    if (!isId(rule.of_account_id) || !(await accountExists(db, rule.of_account_id)))
      throw fieldError("match.account_id", "is not the id of an account");
  }
  if (rule.action === "relay") {
    await checkRelays(db, accountId, rule.relay_ids);
    return { ...rule, pool_id: null };
  }
  if (rule.action === "direct") await checkDirect(db, rule, { accountId, policies });
  return { ...rule, relay_ids: [], pool_id: rule.action === "direct" ? rule.pool_id : null };
}

async function checkRelays(db: Db, accountId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) throw fieldError("relay_ids", "must name at least one relay");
  if (new Set(ids).size < ids.length) throw fieldError("relay_ids", "must not name a relay twice");
  const known = await findRelayIds(db, accountId, ids.filter(isId));
  const unknown = ids.findIndex((id) => !known.has(id.toLowerCase()));
  if (unknown >= 0) throw fieldError(`relay_ids[${unknown}]`, "is not the id of a relay here");
}

async function checkDirect(
  db: Db,
  { pool_id: poolId }: RuleColumns,
  { accountId, policies }: RuleOwner,
): Promise<void> {
  const isInstance = accountId === INSTANCE_ID;
  if (!(await mayUseDirect(db, { accountId, policies })))
    throw fieldError("action", "direct is only allowed in rules of the instance");
  if (poolId === null) return;
  // The addresses belong to the instance, and all accounts share their reputation.
  if (!isInstance) throw fieldError("pool_id", "is only allowed in rules of the instance");
  if (!isId(poolId) || !(await poolExists(db, { accountId: INSTANCE_ID, id: poolId })))
    throw fieldError("pool_id", "is not the id of a pool");
}
