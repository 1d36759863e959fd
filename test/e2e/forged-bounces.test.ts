import { expect, test } from "vitest";
import { proveNoForgery } from "../prove/forgeries/forgeries-run.ts";

test("G1 G2 500 forged reports keep mail from nobody, a real one does (`npm run prove -- --only forgeries` for 10,000)", async () => {
  const report = await proveNoForgery({ forgeries: 500, seed: Math.floor(Math.random() * 1e9) });
  expect(report).toMatchObject({ ok: true, figures: { silenced: [], realBounceCounted: true } });
});
