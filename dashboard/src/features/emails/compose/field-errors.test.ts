import { expect, test } from "vitest";
import { ApiError } from "../../../api.ts";
import { addressError, hasError, pairError } from "./field-errors.ts";

function refusal(path: string, message: string) {
  const fields = [{ path, message }];
  return new ApiError({ status: 422, code: "validation_failed", message, fields, requestId: null });
}

test("an error of one of several addresses names it", () => {
  const typed = "ada@example.com, bob@, carl@example.com";
  expect(addressError(refusal("to[1]", "is no address"), "to", typed)).toBe("bob@ is no address.");
  expect(addressError(refusal("to[1]", "bob@ is no address"), "to", typed)).toBe("bob@ is no address.");
  expect(addressError(refusal("to", "names too many"), "to", typed)).toBe("Names too many.");
  expect(addressError(refusal("to", "must have at least 1 item"), "to", " ")).toBe(
    "Add at least one recipient.",
  );
  expect(addressError(refusal("cc[0]", "is no address"), "to", typed)).toBeUndefined();
});

test("an error of a header or a tag names it", () => {
  expect(pairError(refusal("headers.Bcc", "is written by Posthouse"), "headers")).toBe(
    "Bcc is written by Posthouse.",
  );
  expect(pairError(refusal("tags[1].name", "has a blank"), "tags")).toBe("Entry 2 has a blank.");
  expect(pairError(refusal("metadata", "is too large"), "metadata")).toBe("Is too large.");
  expect(pairError(null, "tags")).toBeUndefined();
  expect(hasError(refusal("tags[1].name", "has a blank"), ["headers", "tags"])).toBe(true);
  expect(hasError(refusal("tagsX", "has a blank"), ["headers", "tags"])).toBe(false);
});
