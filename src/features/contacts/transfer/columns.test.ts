import { expect, test } from "vitest";
import { COLUMNS, readColumns } from "./columns.ts";

test.each([
  [
    ["E-Mail Address", "Full name", "Plan"],
    ["email", "name", "property"],
  ],
  [
    [" email ", "UNSUBSCRIBED", "First Name", ""],
    ["email", "unsubscribed", "property", "ignored"],
  ],
  [
    ["Address", "constructor"],
    ["email", "property"],
  ],
  [[...COLUMNS], ["ignored", "email", "name", "subscribed", "tracked", "properties", "ignored", "ignored"]],
])("%j", (cells, meanings) => {
  const columns = readColumns(cells);
  expect(columns).toEqual(cells.map((cell, n) => ({ name: cell.trim(), becomes: meanings[n] })));
});

test.each([
  [["name", "plan"], /one of them must be email/],
  [["email", "E-Mail"], /two columns are the contact's email\./],
  [["email", "subscribed", "unsubscribed"], /two columns are the contact's subscribed\./],
  [["email", "plan", "plan "], /two columns are the contact's property plan\./],
  [["email", "__proto__"], /"__proto__" cannot be the name of a property/],
  [["email", "a\0b"], /cannot be the name of a property/],
])("%j is rejected (J2)", (cells, problem) => {
  expect(readColumns(cells)).toEqual({ problem: expect.stringMatching(problem) });
});
