import { expect, onTestFinished, test, vi } from "vitest";
import { SpentQuotas } from "./spent-quotas.ts";

const quotas = [
  { subject: "account", atMost: 20 },
  { subject: "key 1", atMost: 10 },
];

test("C27 what was refused is refused again, and so is more; less may fit", () => {
  const spent = new SpentQuotas();
  spent.add({ accountId: "a", quotas }, "key 1", 5);
  expect([4, 5, 6].map((amount) => spent.findSpent({ accountId: "a", quotas }, amount))).toEqual([
    null,
    "key 1",
    "key 1",
  ]);
});

test("L4 another account, another subject and a higher limit are not meant", () => {
  const spent = new SpentQuotas();
  spent.add({ accountId: "a", quotas }, "key 1", 1);
  expect(spent.findSpent({ accountId: "b", quotas }, 1)).toBeNull();
  expect(spent.findSpent({ accountId: "a", quotas: quotas.slice(0, 1) }, 1)).toBeNull();
  expect(spent.findSpent({ accountId: "a", quotas: [{ subject: "key 1", atMost: 11 }] }, 1)).toBeNull();
});

test("a second later the database is asked again", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const spent = new SpentQuotas();
  spent.add({ accountId: "a", quotas }, "account", 1);
  vi.advanceTimersByTime(999);
  expect(spent.findSpent({ accountId: "a", quotas }, 1)).toBe("account");
  vi.advanceTimersByTime(1);
  expect(spent.findSpent({ accountId: "a", quotas }, 1)).toBeNull();
});
