import { expect, test } from "vitest";
import { orderRelays } from "./relay-failover.ts";

const relays = [
  { id: "heavy", weight: 7 },
  { id: "light", weight: 2 },
  { id: "lightest", weight: 1 },
];
const order = (spread: "order" | "weight", n: number, attempt = 1) =>
  orderRelays(relays, { spread, emailId: `01a1fc0b-98e9-73b7-b9fd-${String(n).padStart(12, "0")}`, attempt });

test("relays in order keep their order", () => {
  expect(order("order", 1)).toEqual(relays);
});

test("by weight, each relay comes first for its share, the others follow, and an email's recipients stay together", () => {
  const first = new Map<string, number>();
  for (let n = 0; n < 10_000; n += 1) {
    const ordered = order("weight", n);
    expect(ordered.toSorted((a, b) => b.weight - a.weight)).toEqual(relays);
    const id = ordered[0]?.id ?? "";
    first.set(id, (first.get(id) ?? 0) + 1);
  }
  expect((first.get("heavy") ?? 0) / 10_000).toBeCloseTo(0.7, 1);
  expect((first.get("light") ?? 0) / 10_000).toBeCloseTo(0.2, 1);
  expect((first.get("lightest") ?? 0) / 10_000).toBeCloseTo(0.1, 1);
  expect(order("weight", 5)).toEqual(order("weight", 5));
  const attempts = Array.from({ length: 50 }, (_, n) => order("weight", 5, n)[0]?.id);
  expect(new Set(attempts).size).toBeGreaterThan(1);
});
