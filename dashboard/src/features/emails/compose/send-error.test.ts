import { expect, test } from "vitest";
import { ApiError } from "../../../api.ts";
import { sendError } from "./send-error.ts";

const failure = (status: number, code = "unexpected_response") =>
  new ApiError({ status, code, message: "It failed.", fields: [], requestId: null });

test.each([
  ["a lost response", failure(0, "unreachable")],
  ["a proxy's timeout page", failure(504)],
  ["a server without a database", failure(503, "unavailable")],
  ["an earlier request in flight", failure(409, "idempotency_in_progress")],
])("after %s, the email may have been accepted", (_, error) => {
  expect(sendError(error, [])).toMatch(
    /^It failed\. The email may have been accepted\. You can safely try again: /,
  );
});

test.each([
  ["a refusal", failure(422, "sender_not_allowed"), "It failed."],
  ["no error", null, undefined],
])("%s says nothing more", (_, error, text) => {
  expect(sendError(error, [])).toBe(text);
});
