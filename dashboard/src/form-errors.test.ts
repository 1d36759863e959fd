import { expect, test } from "vitest";
import { ApiError, type FieldFault } from "./api.ts";
import { fieldError, formError, itemError, withoutFields } from "./form-errors.ts";

function refusal(fields: FieldFault[], message = "Some fields are at fault.") {
  return new ApiError({ status: 422, code: "validation_failed", message, fields, requestId: null });
}

test("a fault stands beside its field, as a sentence", () => {
  const error = refusal([{ path: "name", message: "must have at most 200 characters" }]);
  expect(fieldError(error, "name")).toBe("Must have at most 200 characters.");
  expect(fieldError(error, "email")).toBeUndefined();
  expect(formError(error, ["name", "email"])).toBeUndefined();
});

test("an address at the beginning of a fault keeps its case", () => {
  const error = refusal([{ path: "email", message: "ada@x is no address" }]);
  expect(fieldError(error, "email")).toBe("ada@x is no address.");
});

test("a fault inside a field belongs to the field, one in a namesake does not", () => {
  expect(fieldError(refusal([{ path: "to[1]", message: "is empty" }]), "to")).toBe("Is empty.");
  expect(fieldError(refusal([{ path: "properties.plan", message: "is empty" }]), "properties")).toBe(
    "Is empty.",
  );
  expect(fieldError(refusal([{ path: "name_other", message: "is empty" }]), "name")).toBeUndefined();
});

test("a fault of one item of a list names the item", () => {
  const items = ["10.0.0.0/8", "nowhere"];
  expect(itemError(refusal([{ path: "networks[1]", message: "is no network" }]), "networks", items)).toBe(
    "nowhere: Is no network.",
  );
  expect(itemError(refusal([{ path: "networks", message: "is too long" }]), "networks", items)).toBe(
    "Is too long.",
  );
  expect(itemError(refusal([{ path: "networks[7]", message: "is odd" }]), "networks", items)).toBe("Is odd.");
  expect(itemError(null, "networks", items)).toBeUndefined();
});

test("what was edited is not at fault any more, what was not still is", () => {
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

test("what no field shows stands above the form, so that nothing is ever swallowed", () => {
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
