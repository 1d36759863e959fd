import { expect, test } from "vitest";
import { findEntries } from "./find.ts";

const entryOf = (page: string, heading: string, text: string) => ({
  page,
  heading,
  url: `/${page}#${heading}`,
  text,
});
const entries = [
  entryOf("Scheduling", "", "Send later, with a time in words."),
  entryOf("Scheduling", "Cancel", "A scheduled email can be canceled."),
  entryOf("Errors", "", "Each code, such as rate_limited."),
  entryOf("rate_limited", "", "Too many requests."),
];
const found = (query: string) => findEntries(entries, query).map(({ page, heading }) => `${page}/${heading}`);

test.each([
  ["sched", ["Scheduling/", "Scheduling/Cancel"]],
  ["rate_limited", ["rate_limited/", "Errors/"]],
  ["rate_limited too", ["rate_limited/"]],
  ["limited", ["rate_limited/", "Errors/"]],
  ["CANCEL email", ["Scheduling/Cancel"]],
  ["cancel nothing", []],
  ["ancel", []],
  ["  ", []],
])("the query %j finds %j", (query, expected) => {
  expect(found(query)).toEqual(expected);
});
