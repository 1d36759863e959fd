import { expect, test } from "vitest";
import { roomForConnections } from "./room-for-connections.ts";

test.each([
  [64, 32],
  [256, 128],
  [1_024, 896],
  [1_048_576, 10_000],
  [Number.POSITIVE_INFINITY, 10_000],
])("of %d descriptors %d are for connections of clients (F16)", (descriptors, room) => {
  expect(roomForConnections(descriptors)).toBe(room);
});

test("the limit is this process's own (F16)", () => {
  expect(roomForConnections()).toBeGreaterThan(0);
});
