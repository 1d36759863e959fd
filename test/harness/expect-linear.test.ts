import { expect, test } from "vitest";
import { expectLinear } from "./expect-linear.ts";

const lists = (size: number) => Array.from({ length: size }, (_, n) => n);

test("linear work passes", async () => {
  await expectLinear(lists, 50_000, (list) => list.map(String).join());
});

test("quadratic work fails", async () => {
  const work = expectLinear(lists, 400, (list) => {
    let sum = 0;
    for (const a of list) for (const b of list) sum += Math.sqrt(a * b);
    return sum;
  });
  await expect(work).rejects.toThrow("times as long");
});

test("asynchronous work is measured to its end", async () => {
  await expect(expectLinear(lists, 1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});
