import { expect, onTestFinished, test, vi } from "vitest";
import { SpentQuotas } from "./spent-quotas.ts";

const ofAccount = { subject: "account", atMost: 20 };
const ofKey = { subject: "key 1", atMost: 10 };
const quotas = [ofAccount, ofKey];

test("the same or a larger amount is rejected again, a smaller one may fit (C27)", () => {
  const spent = new SpentQuotas();
  spent.add("a", ofKey, 5);
  expect([4, 5, 6].map((amount) => spent.findSpent({ accountId: "a", quotas }, amount))).toEqual([
    null,
    ofKey,
    ofKey,
  ]);
});

test("another account, another subject and a higher limit are not affected (L4)", () => {
  const spent = new SpentQuotas();
  spent.add("a", ofKey, 1);
  expect(spent.findSpent({ accountId: "b", quotas }, 1)).toBeNull();
  expect(spent.findSpent({ accountId: "a", quotas: [ofAccount] }, 1)).toBeNull();
  expect(spent.findSpent({ accountId: "a", quotas: [{ subject: "key 1", atMost: 11 }] }, 1)).toBeNull();
});

test("the entry expires after a second", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const spent = new SpentQuotas();
  spent.add("a", ofAccount, 1);
  vi.advanceTimersByTime(999);
  expect(spent.findSpent({ accountId: "a", quotas }, 1)).toBe(ofAccount);
  vi.advanceTimersByTime(1);
  expect(spent.findSpent({ accountId: "a", quotas }, 1)).toBeNull();
});
