import { INSTANCE_ID } from "../instance-id.ts";
import { describeRule } from "./describe-rule.ts";
import type { Pool, Relay, RoutingTable, Rule, RuleMatch, Stream } from "./routing-table.ts";

/** The properties of mail that rules match. Domains are lower-case A-labels. */
export type RoutedMail = {
  accountId: string;
  fromDomain: string;
  tags: readonly { name: string; value: string }[];
  stream: Stream;
  recipientDomain: string;
};

/** `why` is a sentence for the email's page. It is null when no rule matches and the instance's settings decide. */
export type ChosenRoute =
  | { kind: "default"; rule: null; why: null }
  | { kind: "direct"; rule: Rule; why: string; pool: Pool | null }
  | { kind: "relays"; rule: Rule; why: string; relays: Relay[] }
  | { kind: "hold"; rule: Rule; why: string };

const DEFAULT_ROUTE: ChosenRoute = { kind: "default", rule: null, why: null };

/** The account's rules come first, then the instance's. The first match decides. */
export function chooseRoute(table: RoutingTable, mail: RoutedMail): ChosenRoute {
  if (table.rules.size === 0) return DEFAULT_ROUTE;
  const rule = findMatchingRule(table, mail.accountId, mail) ?? findMatchingRule(table, INSTANCE_ID, mail);
  return rule ? follow(table, rule) : DEFAULT_ROUTE;
}

function findMatchingRule(table: RoutingTable, accountId: string, mail: RoutedMail): Rule | undefined {
  return table.rules.get(accountId)?.find((rule) => matches(rule, mail));
}

function follow(table: RoutingTable, rule: Rule): ChosenRoute {
  const why = describeRule(table, rule);
  switch (rule.action) {
    case "hold":
      return { kind: "hold", rule, why };
    case "direct": {
      const pool = rule.poolId === null ? null : (table.pools.get(rule.poolId) ?? null);
      return { kind: "direct", rule, why, pool };
    }
    case "relay": {
      const relays = rule.relayIds.map((id) => table.relays.get(id));
      // A rule may only use relays of its own account, whatever its row says.
      const own = relays.filter((relay) => relay?.accountId === rule.accountId && relay.enabled);
      return { kind: "relays", rule, why, relays: own as Relay[] };
    }
  }
}

function matches(rule: RuleMatch, mail: RoutedMail): boolean {
  return (
    (rule.stream === null || rule.stream === mail.stream) &&
    (rule.ofAccountId === null || rule.ofAccountId === mail.accountId) &&
    (rule.fromDomain === null || isInDomain(mail.fromDomain, rule.fromDomain)) &&
    (rule.recipientDomain === null || isInDomain(mail.recipientDomain, rule.recipientDomain)) &&
    (rule.tagName === null || hasTag(mail.tags, rule))
  );
}

function isInDomain(domain: string, wanted: string): boolean {
  return wanted.startsWith("*.") ? domain.endsWith(wanted.slice(1)) : domain === wanted;
}

function hasTag(tags: RoutedMail["tags"], { tagName, tagValue }: RuleMatch): boolean {
  return tags.some(({ name, value }) => name === tagName && (tagValue === null || value === tagValue));
}
