import { connect } from "node:net";
import { expect, test } from "vitest";
import { isConflict, isRolledBack, isUnavailable } from "./classify-error.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });

test.each(["08006", "53300", "53100", "57P01", "57P03", "58030", "25006", "40001", "40P01"])(
  "SQLSTATE %s is an outage (F6)",
  (code) => expect(isUnavailable(withCode(code))).toBe(true),
);

test.each(["23505", "22001", "42P01", "ERR_INVALID_ARG_TYPE", "FST_ERR_VALIDATION"])(
  "%s is not an outage",
  (code) => expect(isUnavailable(withCode(code))).toBe(false),
);

test.each([
  "Connection terminated unexpectedly",
  "Query read timeout",
  "timeout exceeded when trying to connect",
])("the pg error %j is an outage", (message) => expect(isUnavailable(new Error(message))).toBe(true));

test.each([
  [withCode("25006"), true],
  [withCode("53100"), true],
  [withCode("40P01"), true],
  [withCode("57014"), true],
  [withCode("57P01"), false],
  [new Error("Connection terminated unexpectedly"), false],
  [new Error("Query read timeout"), false],
  [new Error("timeout exceeded when trying to connect"), true],
])("after %s, the statement is certainly rolled back: %s (F7)", (error, rolledBack) => {
  expect(isRolledBack(error)).toBe(rolledBack);
});

test.each([
  ["40001", true],
  ["40P01", true],
  ["40003", false],
  ["57014", false],
  ["53100", false],
])("SQLSTATE %s is a conflict with other transactions: %s (F6)", (code, expected) => {
  expect(isConflict(withCode(code))).toBe(expected);
  expect(isRolledBack(withCode(code)) || !expected).toBe(true);
});

test("a refused connection is an outage, a missing file is not", async () => {
  const refused = await new Promise((resolve) =>
    connect("/nonexistent/.s.PGSQL.5432").once("error", resolve),
  );
  expect(isUnavailable(refused)).toBe(true);
  expect(isUnavailable(Object.assign(new Error("x"), { code: "ENOENT", syscall: "open" }))).toBe(false);
});
