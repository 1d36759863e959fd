import { expect, test } from "vitest";
import { predictRoute } from "./predict-route.ts";
import type { Relay, Rule } from "./routing-table.ts";

const mail = {
  accountId: "a",
  fromDomain: "from.example",
  tags: [],
  stream: "transactional" as const,
  recipientDomain: "to.example",
};
const relays = ["eu", "us", "off"].map(
  (id) => ({ id, name: id, accountId: "a", enabled: id !== "off" }) as Relay,
);

function predict(action: Partial<Rule> | null, troubled: string[] = []) {
  const rule = {
    accountId: "a",
    position: 1,
    name: "r",
    ofAccountId: null,
    fromDomain: null,
    tagName: null,
    tagValue: null,
    stream: null,
    recipientDomain: null,
    poolId: null,
    spread: "order",
    ...action,
  } as Rule;
  const table = {
    rules: new Map(action === null ? [] : [["a", [rule]]]),
    relays: new Map(relays.map((relay) => [relay.id, relay])),
    pools: new Map([["p", { id: "p", name: "warm", sources: [] }]]),
  };
  const troubles = new Map(
    troubled.map((id) => [id, { id, state: "open" as const, retryInMs: 9, lastError: "" }]),
  );
  const predicted = predictRoute({ table, troubles }, mail);
  return predicted && [predicted.outcome, predicted.route, predicted.reason.split(":")[0]];
}
const by = (relayIds: string[], spread: Rule["spread"] = "order") =>
  ({ action: "relay", relayIds, spread }) as const;

test.each<[Partial<Rule> | null, string[], (string | null)[] | null]>([
  [null, [], null],
  [{ action: "hold" }, [], ["hold", "hold", "waits in the queue"]],
  [{ action: "direct" }, [], ["send", "direct", "goes to the servers of its recipients"]],
  [
    { action: "direct", poolId: "p" },
    [],
    ["send", "direct via warm", "goes to the servers of its recipients"],
  ],
  [by(["off", "eu", "us"]), [], ["send", "relay eu", "goes to the relay eu"]],
  [by(["eu", "us"]), ["eu"], ["send", "relay us", "goes to the relay us"]],
  [by(["eu", "us"], "weight"), [], ["send", null, "goes to one of the relays eu, us"]],
  [by(["eu", "us"], "weight"), ["us"], ["send", "relay eu", "goes to the relay eu"]],
  [by(["eu"]), ["eu"], ["send", null, "waits until one of the rule's relays works again"]],
  [by(["off"]), [], ["hold", null, "waits in the queue because its relays are disabled"]],
])("action %j with failing relays %j: %j", (action, troubled, predicted) => {
  expect(predict(action, troubled)).toEqual(predicted);
});
