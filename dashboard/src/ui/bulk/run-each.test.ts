import { expect, test } from "vitest";
import { ApiError } from "../../api.ts";
import { type Outcome, runEach } from "./run-each.ts";

test("each item has its outcome, an error stops no other, and few run at once", async () => {
  let running = 0;
  let most = 0;
  const outcomes: Outcome<number>[] = [];
  await runEach(
    Array.from({ length: 20 }, (_, n) => n),
    {
      act: async (n) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        if (n === 3)
          throw new ApiError({
            status: 409,
            code: "conflict",
            message: "Too late.",
            fields: [],
            requestId: null,
          });
        return `done ${n}`;
      },
    },
    (outcome) => outcomes.push(outcome),
  );
  expect(most).toBe(4);
  expect(outcomes).toHaveLength(20);
  expect(outcomes.filter(({ error }) => error !== null)).toEqual([
    { item: 3, done: null, error: "Too late." },
  ]);
  expect(outcomes.find(({ item }) => item === 7)?.done).toBe("done 7");
});
