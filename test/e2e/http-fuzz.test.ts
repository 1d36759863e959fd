import { expect, test } from "vitest";
import { proveHttp } from "../prove/http-fuzz/prove-http.ts";

test("thousands of malformed requests leave the same process alive (`npm run prove -- --only fuzz` for 100,000)", async () => {
  const seed = Date.now() % 1e9;
  const { ok, figures } = await proveHttp({ requests: 3_000, seed });
  expect(ok, `seed ${seed}: ${JSON.stringify(figures)}`).toBe(true);
  // A fuzz of which nothing gets beyond the parser tests little.
  for (const status of ["200", "400", "404", "422"])
    expect(figures.statuses[status], JSON.stringify(figures)).toBeGreaterThan(10);
});
