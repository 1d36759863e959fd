import { expect, test } from "vitest";
import { proveFlood } from "../prove/flood-run.ts";

test("a flood on one link is redirected and counted at its limit, while other links and the API are not affected (`npm run prove -- --only flood` for a million and the memory) (H13, Q3)", async () => {
  const { ok, figures } = await proveFlood({ requests: 60_000 });
  expect(figures).toMatchObject({ requests: 60_000, notRedirected: 0, othersMiscounted: 0, refused: 0 });
  expect(figures.counted).toBeGreaterThanOrEqual(20);
  expect(figures.counted).toBeLessThanOrEqual(figures.countedAtMost);
  expect(ok, JSON.stringify(figures)).toBe(true);
});
