import { INSTANCE_ID } from "../instance-id.ts";
import type { Rule, RuleMatch } from "./routing-table.ts";

type Named = ReadonlyMap<string, { name: string }>;
/** Names of the relays and pools that rules refer to, by id. */
export type RuleNames = { relays: Named; pools: Named };

/** Describes a rule in a sentence: `rule 2 “newsletters” sends bulk mail by relay mailgun-eu`. */
export function describeRule(table: RuleNames, rule: Rule): string {
  const prefix = rule.accountId === INSTANCE_ID ? "the instance's " : "";
  return `${prefix}rule ${rule.position} “${rule.name}” ${describeAction(table, rule)}`;
}

function describeAction({ relays, pools }: RuleNames, rule: Rule): string {
  const mail = describeMail(rule);
  if (rule.action === "hold") return `holds ${mail}`;
  if (rule.action === "direct") {
    const pool = rule.poolId === null ? "" : ` via pool ${pools.get(rule.poolId)?.name ?? "(deleted)"}`;
    return `sends ${mail} directly to its recipients' servers${pool}`;
  }
  const names = rule.relayIds.map((id) => relays.get(id)?.name ?? "(deleted)");
  if (names.length === 1) return `sends ${mail} by relay ${names[0]}`;
  return rule.spread === "order"
    ? `sends ${mail} by the first relay of ${names.join(", ")}`
    : `shares ${mail} among the relays ${names.join(", ")}`;
}

function describeMail({ stream, tagName, tagValue, fromDomain, recipientDomain, ofAccountId }: RuleMatch) {
  const conditions = [
    ofAccountId === null ? "" : `of account ${ofAccountId}`,
    tagName === null ? "" : `tagged ${tagName}${tagValue === null ? "" : `=${tagValue}`}`,
    fromDomain === null ? "" : `from ${fromDomain}`,
    recipientDomain === null ? "" : `to ${recipientDomain}`,
  ].filter(Boolean);
  const quantity = stream ?? (conditions.length === 0 ? "all" : "");
  return [quantity, "mail", ...conditions].filter(Boolean).join(" ");
}
