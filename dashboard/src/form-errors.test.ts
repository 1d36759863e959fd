import { expect, test } from "vitest";
import { ApiError, type FieldError } from "./api.ts";
import { fieldError, formError, itemError, withoutFields } from "./form-errors.ts";

function refusal(fields: FieldError[], message = "Some fields are invalid.") {
  return new ApiError({ status: 422, code: "validation_failed", message, fields, requestId: null });
}

test("an error beside its field is a sentence", () => {
  const error = refusal([{ path: "name", message: "must have at most 200 characters" }]);
  expect(fieldError(error, "name")).toBe("Must have at most 200 characters.");
  expect(fieldError(error, "email")).toBeUndefined();
  expect(formError(error, ["name", "email"])).toBeUndefined();
});

test("an address at the start of an error keeps its case", () => {
  const error = refusal([{ path: "email", message: "ada@x is no address" }]);
  expect(fieldError(error, "email")).toBe("ada@x is no address.");
});

test("an error inside a field belongs to the field; one in a field with the same prefix does not", () => {
  expect(fieldError(refusal([{ path: "to[1]", message: "is empty" }]), "to")).toBe("Is empty.");
  expect(fieldError(refusal([{ path: "properties.plan", message: "is empty" }]), "properties")).toBe(
    "Is empty.",
  );
  expect(fieldError(refusal([{ path: "name_other", message: "is empty" }]), "name")).toBeUndefined();
});

test("an error of a list item names the item", () => {
  const items = ["10.0.0.0/8", "nowhere"];
  expect(itemError(refusal([{ path: "networks[1]", message: "is no network" }]), "networks", items)).toBe(
    "nowhere is no network.",
  );
  expect(itemError(refusal([{ path: "networks[1]", message: "It has no digit." }]), "networks", items)).toBe(
    "nowhere: It has no digit.",
  );
  expect(itemError(refusal([{ path: "networks", message: "is too long" }]), "networks", items)).toBe(
    "Is too long.",
  );
  expect(itemError(refusal([{ path: "networks[7]", message: "is odd" }]), "networks", items)).toBe("Is odd.");
  expect(itemError(null, "networks", items)).toBeUndefined();
});

test("edited fields lose their errors, others keep them", () => {
  const error = refusal([
    { path: "to[1]", message: "is empty" },
    { path: "html", message: "is missing" },
  ]);
  const left = withoutFields(error, ["to"]);
  expect([fieldError(left, "to"), fieldError(left, "html")]).toEqual([undefined, "Is missing."]);
  expect(withoutFields(error, ["to", "html"])).toBeNull();
  const other = refusal([], "Too many today.");
  expect(withoutFields(other, ["to"])).toBe(other);
});

test("errors that no field shows appear above the form", () => {
  const error = refusal([
    { path: "email", message: "is empty" },
    { path: "surprise", message: "is not known" },
  ]);
  expect(formError(error, ["email"])).toBe("surprise: is not known");
  expect(formError(refusal([], "Too many attempts. Wait a minute."), ["email"])).toBe(
    "Too many attempts. Wait a minute.",
  );
  expect(formError(new TypeError("x is undefined"), [])).toMatch(/Reload/);
  expect(formError(null, [])).toBeUndefined();
});
