import { expect, test } from "vitest";
import { proveSubmission } from "../prove/fuzz-stage.ts";

test("mutated sessions: no crash, flat memory, no leaked descriptor (`npm run prove -- --only submission` for two minutes) (D22)", async () => {
  const seed = Date.now() % 1e9;
  const { ok, figures } = await proveSubmission({ seconds: 5, seed });
  expect(ok, `seed ${seed}: ${JSON.stringify(figures)}`).toBe(true);
  expect(figures.sessions).toBeGreaterThan(50);
  // A fuzz run that never reaches a message tests little.
  expect(figures.accepted).toBeGreaterThan(figures.sessions / 50);
});
