import { timeOfId } from "../../../platform/ids/index.ts";
import { describeRule, type RuleNames } from "../choice/describe-rule.ts";
import type { RuleRow } from "./queries.ts";

/** The view of a rule in the API. */
export function presentRule(row: RuleRow, names: RuleNames) {
  const { id, position, name, enabled, action, relay_ids, spread, pool_id } = row;
  return {
    id,
    position,
    name,
    enabled,
    match: {
      from_domain: row.from_domain,
      tag: row.tag_name === null ? null : { name: row.tag_name, value: row.tag_value },
      stream: row.stream,
      recipient_domain: row.recipient_domain,
      account_id: row.of_account_id,
    },
    action,
    relay_ids,
    spread,
    pool_id,
    summary: describeRule(names, {
      accountId: row.account_id,
      id,
      position,
      name,
      ofAccountId: row.of_account_id,
      fromDomain: row.from_domain,
      tagName: row.tag_name,
      tagValue: row.tag_value,
      stream: row.stream,
      recipientDomain: row.recipient_domain,
      action,
      relayIds: relay_ids,
      spread,
      poolId: pool_id,
    }),
    created_at: timeOfId(id).toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
