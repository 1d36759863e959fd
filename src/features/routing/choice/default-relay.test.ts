import { expect, test } from "vitest";
import { INSTANCE_ID } from "../instance-id.ts";
import { defaultRelay } from "./default-relay.ts";
import type { Relay } from "./routing-table.ts";

const relay = (id: string, accountId = INSTANCE_ID, enabled = true) => ({ id, accountId, enabled }) as Relay;
const relays = new Map(
  [relay("2"), relay("1"), relay("0", INSTANCE_ID, false), relay("tenant", "an account")].map((one) => [
    one.id,
    one,
  ]),
);
const table = { rules: new Map(), pools: new Map(), relays };

test.each([
  ["the chosen one", "2", "2"],
  ["the oldest enabled relay of the instance if none is chosen", null, "1"],
  ["none if the chosen one is disabled, so that its mail waits", "0", undefined],
  ["never a relay of an account", "tenant", undefined],
  ["none if the chosen one was deleted", "gone", undefined],
])("the default relay is %s", (_what, chosen, id) => {
  expect(defaultRelay(table, chosen)?.id).toBe(id);
});
