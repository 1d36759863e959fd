import { expect, test } from "vitest";
import { INSTANCE_ID } from "../instance-id.ts";
import { chooseRoute, type RoutedMail } from "./choose-route.ts";
import type { Relay, RoutingTable, Rule } from "./routing-table.ts";

const account = "01a1fc0b-0000-7000-8000-00000000000a";
const other = "01a1fc0b-0000-7000-8000-00000000000b";

const relay = (id: string, overrides: Partial<Relay> = {}): Relay => ({
  accountId: account,
  id,
  name: id,
  kind: "smtp",
  url: "smtp://relay.example",
  secretSealed: null,
  weight: 1,
  ratePerSecond: null,
  maxConnections: 10,
  enabled: true,
  revision: 0,
  isGuarded: false,
  ...overrides,
});

const rule = (overrides: Partial<Rule> = {}): Rule => ({
  accountId: account,
  id: "rule",
  position: 1,
  name: "a rule",
  ofAccountId: null,
  fromDomain: null,
  tagName: null,
  tagValue: null,
  stream: null,
  recipientDomain: null,
  action: "hold",
  relayIds: [],
  spread: "order",
  poolId: null,
  ...overrides,
});

const table = (...rules: Rule[]): RoutingTable => ({
  rules: Map.groupBy(rules, ({ accountId }) => accountId),
  relays: new Map(
    [
      relay("one"),
      relay("two"),
      relay("off", { enabled: false }),
      relay("foreign", { accountId: other }),
      relay("shared", { accountId: INSTANCE_ID }),
    ].map((each) => [each.id, each]),
  ),
  pools: new Map([["warm", { id: "warm", name: "warm", sources: [] }]]),
});

const mail: RoutedMail = {
  accountId: account,
  fromDomain: "example.com",
  tags: [
    { name: "kind", value: "newsletter" },
    { name: "kind", value: "second" },
  ],
  stream: "bulk",
  recipientDomain: "mx.example.org",
};

test.each<[string, Partial<Rule>, boolean]>([
  ["no condition", {}, true],
  ["its stream", { stream: "bulk" }, true],
  ["the other stream", { stream: "transactional" }, false],
  ["its sender's domain", { fromDomain: "example.com" }, true],
  ["another domain with the same ending", { fromDomain: "ample.com" }, false],
  ["subdomains of the sender's domain", { fromDomain: "*.example.com" }, false],
  ["subdomains of a parent of the recipient's domain", { recipientDomain: "*.example.org" }, true],
  ["the parent of the recipient's domain", { recipientDomain: "example.org" }, false],
  ["subdomains of a domain with the same ending", { recipientDomain: "*.ample.org" }, false],
  ["the recipient's domain", { recipientDomain: "mx.example.org" }, true],
  ["a tag with any value", { tagName: "kind" }, true],
  ["a tag with this value", { tagName: "kind", tagValue: "second" }, true],
  ["a tag with another value", { tagName: "kind", tagValue: "third" }, false],
  ["an empty value", { tagName: "kind", tagValue: "" }, false],
  ["another tag", { tagName: "newsletter" }, false],
  ["its account", { ofAccountId: account }, true],
  ["another account", { ofAccountId: other }, false],
  ["several conditions that hold", { stream: "bulk", fromDomain: "example.com", tagName: "kind" }, true],
  [
    "several conditions of which one fails",
    { stream: "bulk", fromDomain: "example.net", tagName: "kind" },
    false,
  ],
])("a rule with %s matches: %s", (_title, condition, expected) => {
  expect(chooseRoute(table(rule(condition)), mail).kind).toBe(expected ? "hold" : "default");
});

test("the first matching rule decides, and account rules come before the instance's", () => {
  const rules = [
    rule({ name: "of bulk", stream: "transactional" }),
    rule({ name: "first", position: 2, tagName: "kind" }),
    rule({ name: "second", position: 3 }),
    rule({ name: "shared", accountId: INSTANCE_ID }),
    rule({ name: "of another", accountId: other }),
  ];
  expect(chooseRoute(table(...rules), mail).rule?.name).toBe("first");
  expect(chooseRoute(table(...rules.slice(3)), mail).rule?.name).toBe("shared");
  expect(chooseRoute(table(...rules.slice(4)), mail)).toEqual({ kind: "default", rule: null, why: null });
  expect(chooseRoute(table(), mail).kind).toBe("default");
});

test.each<[Partial<Rule>, string[]]>([
  [{ relayIds: ["two", "one"] }, ["two", "one"]],
  [{ relayIds: ["off", "one"] }, ["one"]],
  [{ relayIds: ["gone", "foreign", "shared"] }, []],
  [{ accountId: INSTANCE_ID, relayIds: ["shared", "one"] }, ["shared"]],
])("a rule with %j sends by the relays %j: enabled ones of the rule's owner (L1)", (overrides, ids) => {
  const chosen = chooseRoute(table(rule({ action: "relay", ...overrides })), mail);
  expect(chosen.kind === "relays" && chosen.relays.map(({ id }) => id)).toEqual(ids);
});

test.each<[Partial<Rule>, string]>([
  [{ action: "hold" }, "rule 1 “a rule” holds all mail"],
  [
    { action: "relay", relayIds: ["one"], stream: "bulk", name: "newsletters", position: 2 },
    "rule 2 “newsletters” sends bulk mail by relay one",
  ],
  [
    { action: "relay", relayIds: ["one", "two"], tagName: "kind", tagValue: "newsletter" },
    "rule 1 “a rule” sends mail tagged kind=newsletter by the first relay of one, two",
  ],
  [
    { action: "relay", relayIds: ["one", "two"], spread: "weight", recipientDomain: "*.example.org" },
    "rule 1 “a rule” shares mail to *.example.org among the relays one, two",
  ],
  [
    { accountId: INSTANCE_ID, action: "direct", poolId: "warm", fromDomain: "example.com" },
    "the instance's rule 1 “a rule” sends mail from example.com directly to its recipients' servers via pool warm",
  ],
])("%j is described as: %s", (overrides, why) => {
  expect(chooseRoute(table(rule(overrides)), mail).why).toBe(why);
});
