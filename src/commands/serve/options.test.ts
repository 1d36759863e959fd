import { expect, test } from "vitest";
import { readServeOptions } from "./options.ts";

test("all roles and one worker, unless told otherwise", () => {
  expect(readServeOptions({})).toEqual({ roles: ["api", "smtp", "worker"], workers: 1 });
  expect(readServeOptions({ roles: "worker", workers: "3" })).toEqual({ roles: ["worker"], workers: 3 });
  expect(readServeOptions({ roles: " worker, api " }).roles).toEqual(["api", "worker"]);
});

test.each([
  { roles: "" },
  { roles: "api,api2" },
  { workers: "0" },
  { workers: "1.5" },
  { workers: "65" },
  { workers: "two" },
])("%j is refused", (given) => {
  expect(() => readServeOptions(given)).toThrow(/^--(roles|workers) takes/);
});
