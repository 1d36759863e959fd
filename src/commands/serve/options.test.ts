import { expect, test } from "vitest";
import { readServeOptions } from "./options.ts";

test("the default is all roles and one worker", () => {
  expect(readServeOptions({})).toEqual({ roles: null, workers: 1 });
  expect(readServeOptions({ roles: "worker", workers: "3" })).toEqual({ roles: ["worker"], workers: 3 });
  expect(readServeOptions({ roles: " worker, api " }).roles).toEqual(["api", "worker"]);
  expect(readServeOptions({ roles: "inbound" }).roles).toEqual(["inbound"]);
});

test.each([
  { roles: "" },
  { roles: "api,api2" },
  { workers: "0" },
  { workers: "1.5" },
  { workers: "65" },
  { workers: "two" },
])("%j is refused", (options) => {
  expect(() => readServeOptions(options)).toThrow(/^--(roles|workers) takes/);
});
