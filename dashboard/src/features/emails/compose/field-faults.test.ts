import { expect, test } from "vitest";
import { ApiError } from "../../../api.ts";
import { addressFault, hasFault, pairFault } from "./field-faults.ts";

function refusal(path: string, message: string) {
  const fields = [{ path, message }];
  return new ApiError({ status: 422, code: "validation_failed", message, fields, requestId: null });
}

test("a fault of one of many addresses names it", () => {
  const typed = "ada@example.com, bob@, carl@example.com";
  expect(addressFault(refusal("to[1]", "is no address"), "to", typed)).toBe("bob@: Is no address.");
  expect(addressFault(refusal("to[1]", "bob@ is no address"), "to", typed)).toBe("bob@ is no address.");
  expect(addressFault(refusal("to", "names too many"), "to", typed)).toBe("Names too many.");
  expect(addressFault(refusal("to", "must have at least 1 item"), "to", " ")).toBe("Somebody has to get it.");
  expect(addressFault(refusal("cc[0]", "is no address"), "to", typed)).toBeUndefined();
});

test("a fault of a header or a tag names it", () => {
  expect(pairFault(refusal("headers.Bcc", "is written by Posthouse"), "headers")).toBe(
    "Bcc: Is written by Posthouse.",
  );
  expect(pairFault(refusal("tags[1].name", "has a blank"), "tags")).toBe("2: Has a blank.");
  expect(pairFault(refusal("metadata", "is too large"), "metadata")).toBe("Is too large.");
  expect(pairFault(null, "tags")).toBeUndefined();
  expect(hasFault(refusal("tags[1].name", "has a blank"), ["headers", "tags"])).toBe(true);
  expect(hasFault(refusal("tagsX", "has a blank"), ["headers", "tags"])).toBe(false);
});
