import { expect, test } from "vitest";
import { namesOf, otherProperties, withNames } from "./contact-names.ts";

const unnamed = { name: null, properties: {} };

test.each([
  ["Mary Ann", "Smith", "Mary Ann Smith"],
  ["Ada", null, "Ada"],
  [null, "Lovelace", "Lovelace"],
  [null, null, null],
])(
  "first name %j and last name %j make the name %j and are returned unchanged",
  (first_name, last_name, name) => {
    const contact = withNames(unnamed, { first_name, last_name });
    expect(contact.name).toBe(name);
    expect(namesOf(contact)).toEqual({ first_name, last_name });
    expect(otherProperties(contact)).toEqual({});
  },
);

test("a change of one name keeps the other and other properties, and null removes a name", () => {
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

test("a name that was changed elsewhere replaces the stored first and last name", () => {
  const ada = withNames(unnamed, { first_name: "Ada", last_name: "King" });
  expect(namesOf({ ...ada, name: "Grace Brewster Hopper" })).toEqual({
    first_name: "Grace",
    last_name: "Brewster Hopper",
  });
});

test("a property called first_name that is not the contact's name stays a property", () => {
  const contact = { name: "Ada", properties: { first_name: 7 } };
  expect(otherProperties(contact)).toEqual({ first_name: 7 });
});
