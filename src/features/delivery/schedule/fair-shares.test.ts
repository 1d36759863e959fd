import { expect, test } from "vitest";
import { FairShares } from "./fair-shares.ts";

const shared = (total: number, isFair = () => true) =>
  new FairShares({ total: () => total, perFree: 3, isFair });

const takeAll = (shares: FairShares, account: string): number => {
  let taken = 0;
  for (; shares.mayTake(account); taken += 1) shares.take(account);
  return taken;
};

test("one account alone gets most of the capacity, and accounts that come later always find some", () => {
  const shares = shared(400);
  expect(["a", "b", "c", "d", "e", "f"].map((account) => takeAll(shares, account))).toEqual([
    263, 66, 16, 4, 1, 1,
  ]);
  expect(shares.free).toBe(49);
  expect(shares.full()).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("capacity that is given back is free for other accounts, and an account with none is forgotten", () => {
  const shares = shared(8);
  expect(takeAll(shares, "a")).toBe(6);
  shares.give("a", 6);
  expect([shares.free, shares.full(), takeAll(shares, "b")]).toEqual([8, [], 6]);
});

test("where no destination is slow one account may take all, and none may take from an empty capacity", () => {
  expect(
    takeAll(
      shared(400, () => false),
      "a",
    ),
  ).toBe(400);
  expect(shared(0).mayTake("a")).toBe(false);
});
