import { expect, test } from "vitest";
import { proveNoForgery } from "../prove/forgeries/forgeries-run.ts";

test("500 forged reports suppress no recipient, a real one does (`npm run prove -- --only forgeries` for 10,000) (G1, G2)", async () => {
  const report = await proveNoForgery({ forgeries: 500, seed: Math.floor(Math.random() * 1e9) });
  expect(report).toMatchObject({ ok: true, figures: { silenced: [], realBounceCounted: true } });
});
