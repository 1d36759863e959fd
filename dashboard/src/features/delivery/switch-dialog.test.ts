import { expect, test } from "vitest";
import type { Delivery } from "../../api-types.ts";
import { describeSwitch } from "./switch-dialog.tsx";

const delivery = (over: Partial<Delivery>): Delivery => ({
  mode: "capture",
  set_by: "dashboard",
  relay_id: null,
  relay_host: null,
  open_test_recipients: 0,
  open_live_recipients: 0,
  counts_are_minimums: false,
  ...over,
});

test("a switch names only the mail that it concerns", () => {
  expect(describeSwitch(delivery({}), { mode: "relay" })).toEqual([
    "New emails are sent to their recipients.",
  ]);
  expect(describeSwitch(delivery({ mode: "relay" }), { mode: "capture" })).toEqual([
    "New emails stay in the inbox, and nothing is sent.",
  ]);
});

test("going live says how many recipients are captured and how many are sent", () => {
  const [, captured, sent] = describeSwitch(
    delivery({ open_test_recipients: 1, open_live_recipients: 1_200 }),
    { mode: "direct" },
  );
  expect(captured).toMatch(/^1 recipient is still queued .* never sent/);
  expect(sent).toMatch(/^1,200 recipients are waiting/);
});

test("going back to test mode says how many recipients wait; a count that stopped is a minimum", () => {
  const [, waits] = describeSwitch(
    delivery({ mode: "direct", open_live_recipients: 100_000, counts_are_minimums: true }),
    { mode: "capture" },
  );
  expect(waits).toMatch(/^More than 100,000 recipients are queued/);
});
