import fc from "fast-check";
import { expect, test } from "vitest";
import { bandPath, flowBands } from "./flow-shape.ts";

test("the bands of any flow stay inside the chart and do not overlap", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 7 }),
      (counts) => {
        const bands = flowBands(counts);
        expect(bands).toHaveLength(counts.length);
        let [left, right] = [0, 0];
        for (const { fromTop, fromHeight, toTop, toHeight } of bands) {
          expect(fromTop).toBeGreaterThanOrEqual(left - 1e-9);
          expect(toTop).toBeGreaterThanOrEqual(right - 1e-9);
          expect(Math.min(fromHeight, toHeight)).toBeGreaterThan(0);
          left = fromTop + fromHeight;
          right = toTop + toHeight;
        }
        expect(left).toBeCloseTo(1, 6);
        expect(right).toBeLessThanOrEqual(1 + 1e-9);
      },
    ),
  );
});

test("labels of rare outcomes have room, and the largest outcome is the highest band", () => {
  const bands = flowBands([97_000, 5, 12, 1]);
  const middles = bands.map(({ toTop, toHeight }) => toTop + toHeight / 2);
  for (const [n, middle] of middles.entries())
    if (n > 0) expect(middle - (middles[n - 1] ?? 0)).toBeGreaterThan(0.1);
  expect(bands[0]?.toHeight).toBeGreaterThan(0.5);
});

test("without mail there are no bands", () => {
  expect(flowBands([])).toEqual([]);
  expect(flowBands([0, 0])).toEqual([]);
});

test("a band is a closed outline", () => {
  expect(bandPath({ fromTop: 0, fromHeight: 1, toTop: 0.25, toHeight: 0.5 })).toBe(
    "M0,0.00 C45,0.00 55,25.00 100,25.00 L100,75.00 C55,75.00 45,100.00 0,100.00 Z",
  );
});
