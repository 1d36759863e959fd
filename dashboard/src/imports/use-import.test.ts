import { expect, test } from "vitest";
import { ApiError } from "../api.ts";
import { describeTrouble } from "./use-import.ts";

const failure = (status: number) =>
  new ApiError({ status, code: "some_code", message: "It failed.", fields: [], requestId: null });

test.each([0, 413, 500, 503])("after status %i, the rows read so far are imported", (status) => {
  expect(describeTrouble(failure(status))).toBe(
    "It failed. Rows read so far are imported. Import the file again to continue.",
  );
});

test.each([401, 403, 409, 415, 422, 429])("after status %i, the server's message is enough", (status) => {
  expect(describeTrouble(failure(status))).toBe("It failed.");
});

test("without an error, nothing is said", () => {
  expect(describeTrouble(null)).toBeUndefined();
});
