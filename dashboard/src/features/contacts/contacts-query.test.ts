import { expect, test } from "vitest";
import type { Contact } from "../../api-types.ts";
import { formatQuery, parseQuery } from "../../query-text.ts";
import { CONTACT_KEYS, knownValues, searchOf } from "./contacts-query.ts";
import { apiFilters, contactsSearch, hasFilters } from "./contacts-search.ts";

const read = (text: string) => parseQuery(text, CONTACT_KEYS);

test.each([
  ["status:unsubscribed ada", { status: "unsubscribed", search: "ada" }],
  ["property:plan=pro", { property: "plan:pro" }],
  ['property:"city=New York" after:2026-11-01', { property: "city:New York", after: "2026-11-01" }],
])("%j is the same in the box and in the address bar", (text, search) => {
  expect(searchOf(read(text).values)).toEqual({ ...searchOf({}), ...search });
  expect(formatQuery(search, CONTACT_KEYS)).toBe(text);
});

test.each(["status:gone", "property:plan", "property:=pro", "after:soon"])(
  "%s has a hint and filters nothing",
  (text) => {
    expect(read(text)).toEqual({ values: {}, problems: [expect.stringContaining("Use ")] });
  },
);

test("unknown or invalid parameters in the address bar are ignored", () => {
  const search = contactsSearch({ status: "true", property: "plan", after: "soon", search: "", cursor: "c" });
  expect(hasFilters(search)).toBe(false);
  expect(search.cursor).toBe("c");
});

test("filters reach the API under its names", () => {
  const search = contactsSearch({
    status: "unsubscribed",
    property: "plan:pro",
    before: "2026-11-21",
    cursor: "c",
  });
  expect(apiFilters(search)).toEqual({
    subscribed: "false",
    property: "plan:pro",
    created_before: new Date(2026, 10, 22).toISOString(),
  });
});

test("properties of the contacts on screen are completed, except nested ones", () => {
  const contact = { properties: { plan: "pro", seats: 5, left: null, address: { city: "Berlin" } } };
  const contacts = [contact, contact] as unknown as Contact[];
  expect(knownValues("property", contacts)).toEqual(["plan=pro", "seats=5", "left=null"]);
  expect(knownValues("status", [])).toEqual(["subscribed", "unsubscribed"]);
  expect(knownValues("name", contacts)).toEqual([]);
});
