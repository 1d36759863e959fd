import type { Rule, RuleInput } from "../../../api-types.ts";

/** The form's values. */
export type RuleDraft = {
  name: string;
  stream: "" | "transactional" | "bulk";
  fromDomain: string;
  recipientDomain: string;
  tagName: string;
  tagValue: string;
  accountId: string;
  action: RuleInput["action"];
  relayIds: string[];
  spread: RuleInput["spread"];
  poolId: string;
};

export const NEW_RULE_DRAFT: RuleDraft = {
  name: "",
  stream: "",
  fromDomain: "",
  recipientDomain: "",
  tagName: "",
  tagValue: "",
  accountId: "",
  action: "relay",
  relayIds: [],
  spread: "order",
  poolId: "",
};

export function draftOf({ name, match, action, relay_ids, spread, pool_id }: Rule): RuleDraft {
  return {
    name,
    stream: match.stream ?? "",
    fromDomain: match.from_domain ?? "",
    recipientDomain: match.recipient_domain ?? "",
    tagName: match.tag?.name ?? "",
    tagValue: match.tag?.value ?? "",
    accountId: match.account_id ?? "",
    action,
    relayIds: relay_ids,
    spread,
    poolId: pool_id ?? "",
  };
}

/** Empty fields are not conditions. */
export function inputOf(draft: RuleDraft): RuleInput {
  const tagName = draft.tagName.trim();
  return {
    name: draft.name,
    match: {
      stream: draft.stream === "" ? null : draft.stream,
      from_domain: given(draft.fromDomain),
      recipient_domain: given(draft.recipientDomain),
      tag: tagName === "" ? null : { name: tagName, value: given(draft.tagValue) },
      account_id: given(draft.accountId),
    },
    action: draft.action,
    relay_ids: draft.action === "relay" ? draft.relayIds : [],
    spread: draft.spread,
    pool_id: draft.action === "direct" ? given(draft.poolId) : null,
  };
}

function given(text: string): string | null {
  return text.trim() || null;
}

/** The list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const member = list[from];
  if (member === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, member);
}
