import { expect, test } from "vitest";
import { roomForConnections } from "./room-for-connections.ts";

test.each([
  [64, 32],
  [256, 128],
  [1_024, 896],
  [1_048_576, 10_000],
  [Number.POSITIVE_INFINITY, 10_000],
])("%d descriptors leave %d for client connections (F16)", (descriptors, room) => {
  expect(roomForConnections(descriptors)).toBe(room);
});

test("the limit comes from this process (F16)", () => {
  expect(roomForConnections()).toBeGreaterThan(0);
});
