import { expect, test } from "vitest";
import { proveHttp } from "../prove/http-fuzz/prove-http.ts";

test("thousands of malformed requests leave the same process alive (`npm run prove -- --only fuzz` for 100,000)", async () => {
  const seed = Date.now() % 1e9;
  const { ok, figures } = await proveHttp({ requests: 3_000, seed });
  expect(ok, `seed ${seed}: ${JSON.stringify(figures)}`).toBe(true);
  // A fuzz run that never gets past the parser tests little.
  const { "200": done = 0, "401": stranger = 0, "403": foreign = 0, "404": missing = 0 } = figures.statuses;
  expect(done + stranger + foreign + missing, JSON.stringify(figures)).toBeGreaterThan(50);
});
