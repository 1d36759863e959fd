import { expect, test } from "vitest";
import { readColumns } from "./columns.ts";
import { readRow } from "./read-row.ts";

function read(row: Record<string, string>) {
  const columns = readColumns(Object.keys(row));
  if ("problem" in columns) throw new Error(columns.problem);
  return readRow({ line: 7, cells: Object.values(row) }, columns);
}

test.each([
  [
    { email: " Ada@EXAMPLE.com ", name: "", plan: "" },
    { email: { address: "Ada@example.com", key: "ada@example.com" }, properties: {} },
  ],
  [{ email: "a@example.com", name: " Ada " }, { name: "Ada" }],
  [{ email: "a@example.com", "postal code": "01234" }, { properties: { "postal code": "01234" } }],
  [
    { email: "a@example.com", properties: '{"seats":5,"plan":"free"}', plan: "pro" },
    { properties: { seats: 5, plan: "pro" } },
  ],
  [{ email: "a@example.com", subscribed: "No" }, { subscribed: false }],
  [{ email: "a@example.com", subscribed: "TRUE" }, { subscribed: true }],
  [{ email: "a@example.com", unsubscribed: "true" }, { subscribed: false }],
  [{ email: "a@example.com", unsubscribed: "0" }, { subscribed: true }],
  [{ email: "a@example.com", unsubscribed: "Unsubscribed" }, { subscribed: false }],
  [{ email: "a@example.com", unsubscribed: "subscribed" }, { subscribed: true }],
  [{ email: "a@example.com", subscribed: "unsubscribed" }, { subscribed: false }],
  [{ email: "a@example.com", subscribed: "Subscribed" }, { subscribed: true }],
  [{ email: "a@example.com", Tracked: "no" }, { tracked: false }],
  [{ email: "a@example.com", tracked: "Yes" }, { tracked: true }],
])("%j", (row, contact) => {
  expect(read(row)).toMatchObject({ line: 7, ...contact });
});

test("an empty cell says nothing about a subscription, tracking or a name", () => {
  const contact = read({ email: "a@example.com", name: " ", subscribed: "", tracked: "" });
  expect(contact).not.toHaveProperty("subscribed");
  expect(contact).not.toHaveProperty("tracked");
  expect(contact).not.toHaveProperty("name");
});

test.each([
  [{ "E-Mail": "ada" }, "E-Mail", "ada", /@/],
  [{ email: "" }, "email", "", /empty/],
  [{ email: "Ada <ada@example.com>" }, "email", "Ada <ada@example.com>", /address alone/],
  [{ email: "a@example.com", name: "Ada\nB" }, "name", "Ada\nB", /line breaks/],
  [{ email: "a@example.com", subscribed: "maybe" }, "subscribed", "maybe", /yes nor no/],
  [{ email: "a@example.com", Unsubscribed: "si" }, "Unsubscribed", "si", /yes nor no/],
  [{ email: "a@example.com", tracked: "off" }, "tracked", "off", /yes nor no/],
  [{ email: "a@example.com", tracked: "subscribed" }, "tracked", "subscribed", /yes nor no/],
  [{ email: "a@example.com", properties: "plan=pro" }, "properties", "plan=pro", /not a JSON object/],
  [{ email: "a@example.com", properties: "[1]" }, "properties", "[1]", /not a JSON object/],
  [{ email: "a@example.com", properties: '{"a":1,"a":2}' }, "properties", '{"a":1,"a":2}', /each name once/],
  [
    { email: "a@example.com", properties: '{"__proto__":{}}' },
    "properties",
    '{"__proto__":{}}',
    /JSON object/,
  ],
  [
    { email: "a@example.com", properties: '{"a":"\\u0000"}' },
    "properties",
    '{"a":"\\u0000"}',
    /^a must not contain a NUL/,
  ],
  [{ email: "a@example.com", plan: "a\0b" }, "plan", "a\0b", /NUL/],
])("%j fails with the column and the value", (row, column, value, message) => {
  expect(read(row)).toEqual({ line: 7, column, value, message: expect.stringMatching(message) });
});

test("too many properties fail, and values are cut", () => {
  const note = "x".repeat(16_400);
  expect(read({ email: "a@example.com", note })).toMatchObject({ column: "properties", message: /bytes/ });
  expect(read({ email: note })).toMatchObject({ column: "email", value: note.slice(0, 200) });
});
