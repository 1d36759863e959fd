import { expect, test } from "vitest";
import { namesOf, otherProperties, withNames } from "./contact-names.ts";

const nobody = { name: null, properties: {} };

test.each([
  ["Mary Ann", "Smith", "Mary Ann Smith"],
  ["Ada", null, "Ada"],
  [null, "Lovelace", "Lovelace"],
  [null, null, null],
])("first %j and last %j are the name %j, and come back as they were", (first_name, last_name, name) => {
  const contact = withNames(nobody, { first_name, last_name });
  expect(contact.name).toBe(name);
  expect(namesOf(contact)).toEqual({ first_name, last_name });
  expect(otherProperties(contact)).toEqual({});
});

test("one name changes, the other stays; null takes it away; other properties stay as they are", () => {
  const ada = withNames(
    { name: null, properties: { plan: "pro" } },
    { first_name: "Ada", last_name: "King" },
  );
  const changed = withNames(ada, { last_name: "Lovelace" });
  expect(changed).toEqual({
    name: "Ada Lovelace",
    properties: { plan: "pro", first_name: "Ada", last_name: "Lovelace" },
  });
  expect(withNames(changed, { last_name: null })).toEqual({
    name: "Ada",
    properties: { plan: "pro", first_name: "Ada" },
  });
});

test("a name that was changed elsewhere wins over the names that were kept", () => {
  const ada = withNames(nobody, { first_name: "Ada", last_name: "King" });
  expect(namesOf({ ...ada, name: "Grace Brewster Hopper" })).toEqual({
    first_name: "Grace",
    last_name: "Brewster Hopper",
  });
});

test("properties of that name that are no names of this contact are properties", () => {
  const contact = { name: "Ada", properties: { first_name: 7 } };
  expect(otherProperties(contact)).toEqual({ first_name: 7 });
});
