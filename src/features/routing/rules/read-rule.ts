import { domainOf, parseMailbox } from "../../../mail/address/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { isId } from "../../../platform/ids/index.ts";
import { fieldError } from "../errors.ts";
import { instanceId } from "../owner.ts";
import { readName } from "../read-name.ts";
import { mayUseDirect, type RelayPolicy } from "../relay-policy.ts";
import { accountExists, findRelayIds, poolExists, type RuleColumns } from "./queries.ts";
import type { ChangeRuleRequest, CreateRuleRequest, MatchInput } from "./schema.ts";

type MatchColumns = Pick<
  RuleColumns,
  "of_account_id" | "from_domain" | "tag_name" | "tag_value" | "stream" | "recipient_domain"
>;

const noMatch: MatchColumns = {
  of_account_id: null,
  from_domain: null,
  tag_name: null,
  tag_value: null,
  stream: null,
  recipient_domain: null,
};
const defaults: Omit<RuleColumns, "name" | "action"> = {
  enabled: true,
  relay_ids: [],
  spread: "order",
  pool_id: null,
  ...noMatch,
};

/** A rule as the table keeps it. Error: `validation_failed`. */
export function readNewRule(input: CreateRuleRequest): RuleColumns {
  return { ...defaults, ...readChange(input), name: readName(input.name), action: input.action };
}

/** What changes of a rule; `match` is replaced as a whole. Error: `validation_failed`. */
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

/** As lower-case A-labels. RFC 5321 §4.5.1: postmaster is a mailbox of every domain. */
function readDomain(path: string, text: string | null | undefined): string | null {
  const given = text?.trim() ?? "";
  if (given === "") return null;
  const below = given.startsWith("*.") ? "*." : "";
  if (/^\*\.[a-z]{2,63}$/i.test(given)) return given.toLowerCase();
  const parsed = parseMailbox(`postmaster@${given.slice(below.length)}`);
  if (!parsed.ok) throw fieldError(path, "must be a domain such as example.com or *.example.com");
  return below + domainOf(parsed.mailbox.address);
}

type Given = { accountId: string; policies: RelayPolicy };

/**
 * Whether a rule that is about to be stored makes sense, as a whole and with what it names; gives it back without what its action
 * does not use. Error: `validation_failed`.
 */
export async function checkRule(
  db: Db,
  rule: RuleColumns,
  { accountId, policies }: Given,
): Promise<RuleColumns> {
  const isInstance = accountId === instanceId;
  if (rule.of_account_id !== null) {
    if (!isInstance) throw fieldError("match.account_id", "is for rules of the instance");
    if (!isId(rule.of_account_id) || !(await accountExists(db, rule.of_account_id)))
      throw fieldError("match.account_id", "is no account");
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
  if (unknown >= 0) throw fieldError(`relay_ids[${unknown}]`, "is no relay here");
}

async function checkDirect(
  db: Db,
  { pool_id: poolId }: RuleColumns,
  { accountId, policies }: Given,
): Promise<void> {
  const isInstance = accountId === instanceId;
  if (!(await mayUseDirect(db, { accountId, policies })))
    throw fieldError("action", "direct is for rules of the instance");
  if (poolId === null) return;
  // The addresses are the machine's, and their good name is shared.
  if (!isInstance) throw fieldError("pool_id", "is for rules of the instance");
  if (!isId(poolId) || !(await poolExists(db, { accountId: instanceId, id: poolId })))
    throw fieldError("pool_id", "is no pool");
}
