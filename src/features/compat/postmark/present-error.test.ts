import { expect, test } from "vitest";
import { emailErrors } from "../../emails/errors.ts";
import { presentError } from "./present-error.ts";

test("a request that repeats one in progress gets 503, so that programs try again", () => {
  const error = emailErrors.idempotency_in_progress("The first request is in progress.");
  expect(presentError(error, undefined as never)).toMatchObject({
    status: 503,
    body: expect.stringContaining('"ErrorCode":100'),
  });
});
