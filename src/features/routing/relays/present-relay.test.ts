import { expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { presentRelay } from "./present-relay.ts";
import type { RelayRow } from "./queries.ts";

const row: RelayRow = {
  account_id: newId(),
  id: newId(),
  name: "eu",
  kind: "smtp",
  url: "smtp://user@relay.example:587",
  secret_sealed: Buffer.from("sealed"),
  weight: 1,
  rate_per_second: null,
  max_connections: null,
  enabled: true,
  updated_at: new Date(0),
  state: "closed",
  failures: 0,
  retry_at: null,
  last_error: null,
  last_error_at: null,
  last_success_at: null,
  tested_at: null,
  test_error: null,
};
const [earlier, later] = [new Date(1_000), new Date(2_000)];

test.each<[string, Partial<RelayRow>, string]>([
  ["has sent no mail", {}, "unused"],
  ["passed its test", { tested_at: earlier }, "tested"],
  ["failed its test", { tested_at: earlier, test_error: "535" }, "test_failed"],
  ["has sent mail", { last_success_at: earlier }, "works"],
  [
    "has sent mail since a failed test",
    { tested_at: earlier, test_error: "535", last_success_at: later },
    "works",
  ],
  [
    "failed a test since its last mail",
    { last_success_at: earlier, tested_at: later, test_error: "535" },
    "test_failed",
  ],
  ["passed a test since its last mail", { last_success_at: earlier, tested_at: later }, "works"],
  ["is in cooldown, whatever its test said", { state: "open", tested_at: later }, "unreachable"],
  ["rejects the credentials", { state: "auth_failed", last_success_at: earlier }, "auth_failed"],
])("the health of a relay that %s", (_what, change, state) => {
  expect(presentRelay({ ...row, ...change }).health.state).toBe(state);
});

test("the password of a relay is not shown, only whether there is one", () => {
  expect(presentRelay(row)).toMatchObject({ has_password: true });
  expect(presentRelay({ ...row, secret_sealed: null })).toMatchObject({ has_password: false });
  expect(JSON.stringify(presentRelay(row))).not.toMatch(/sealed/);
});
