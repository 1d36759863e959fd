import { expect, test } from "vitest";
import { queryFailure } from "./query-error.tsx";

const refetch = (() => undefined) as never;

test("a list without data shows why; a failed refresh keeps the rows", () => {
  const error = new Error("timeout");
  expect(queryFailure({ data: undefined, error, refetch })).not.toBeNull();
  expect(queryFailure({ data: { rows: [] }, error, refetch })).toBeNull();
  expect(queryFailure({ data: undefined, error: null, refetch })).toBeNull();
});
