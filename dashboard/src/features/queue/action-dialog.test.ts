import { expect, test } from "vitest";
import { describeAction } from "./action-dialog.tsx";

test.each([
  ["1", "1", /^Cancels 1 queued recipient and 1 due later\./],
  ["10,000+", "0", /^Cancels 10,000\+ queued recipients and 0 due later\./],
])("a purge of %s queued and %s later recipients says so", (waiting, delayed, text) => {
  expect(describeAction({ action: "purge", waiting, delayed })).toMatch(text);
});
