import { expect, test } from "vitest";
import { ConnectionCaps } from "./connection-caps.ts";

function fill(caps: ConnectionCaps, network: string): (() => void)[] {
  const places: (() => void)[] = [];
  for (let place = caps.enter(network); place; place = caps.enter(network)) places.push(place);
  return places;
}

test("ten networks at their limit leave connections for the eleventh", () => {
  const caps = new ConnectionCaps({ perNetwork: 200, inAll: 2_000 });
  for (let n = 0; n < 10; n += 1) fill(caps, `attacker ${n}`);
  expect(fill(caps, "victim").length).toBeGreaterThanOrEqual(50);
});

test("a single network gets its limit, and at most half of all connections", () => {
  expect(fill(new ConnectionCaps({ perNetwork: 200, inAll: 2_000 }), "a")).toHaveLength(200);
  expect(fill(new ConnectionCaps({ perNetwork: 200, inAll: 100 }), "a")).toHaveLength(50);
});

test("all slots can be taken, and each is released once", () => {
  const caps = new ConnectionCaps({ perNetwork: 5, inAll: 3 });
  const places = ["a", "b", "c", "d"].map((network) => caps.enter(network));
  expect(places.map(Boolean)).toEqual([true, true, true, false]);
  expect(caps.isCrowded).toBe(true);
  for (const place of places) {
    place?.();
    place?.();
  }
  expect([caps.open, caps.isCrowded]).toEqual([0, false]);
  expect(caps.enter("a")).not.toBeNull();
});

test("an account is limited by its cap, and by the connections that remain free", () => {
  const caps = new ConnectionCaps({ perNetwork: 5, perAccount: 2, inAll: 100 });
  const first = caps.join("a");
  expect([caps.join("a") === null, caps.join("a"), caps.join("b") === null]).toEqual([false, null, false]);
  first?.();
  expect(caps.join("a")).not.toBeNull();
  const full = new ConnectionCaps({ perNetwork: 10, inAll: 10 });
  for (let n = 0; n < 8; n += 1) full.enter(`network ${n}`);
  expect([full.join("a"), full.join("a"), full.join("a")].map(Boolean)).toEqual([true, true, false]);
});
