import { expect, test } from "vitest";
import { noteConnectionError } from "./connection-errors.ts";
import { toAppError } from "./to-app-error.ts";

const failure = (code: string, more: object = {}) => Object.assign(new Error("a failure"), { code, ...more });
const ofSocket = (code: string) => failure(code, { syscall: "read" });

test.each([
  ["a reset of a connection that is not the client's", ofSocket("ECONNRESET")],
  ["a refused connection", failure("ECONNREFUSED", { syscall: "connect" })],
  ["a broken pipe", failure("EPIPE", { syscall: "write" })],
  ["a read-only database", failure("25006")],
  ["a statement timeout", failure("57014")],
  ["too many connections", failure("53300")],
  ["a full disk", failure("53100")],
  ["an administrator's shutdown", failure("57P01")],
  ["a connection that pg terminated", new Error("Connection terminated unexpectedly")],
  ["a query that timed out in pg", new Error("Query read timeout")],
])("%s is returned as 503, even when the client has disconnected", (_name, error) => {
  for (const hasClientLeft of [false, true])
    expect(toAppError(error, { hasClientLeft })).toMatchObject({ status: 503, code: "unavailable" });
});

test("an error of the client's own connection is returned as 400, even as the cause of another error", () => {
  const error = failure("ECONNRESET");
  noteConnectionError(error);
  expect(toAppError(error)).toMatchObject({ status: 400, code: "malformed_request" });
  expect(toAppError(new Error("could not read", { cause: error }))).toMatchObject({ status: 400 });
});

test("a stream cut off by the client is not a failure of ours, but a stream that breaks by itself is", () => {
  const error = failure("ERR_STREAM_PREMATURE_CLOSE");
  expect(toAppError(error, { hasClientLeft: true })).toMatchObject({ status: 400 });
  expect(toAppError(error)).toMatchObject({ status: 500, code: "internal" });
});
