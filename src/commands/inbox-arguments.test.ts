import { expect, test } from "vitest";
import { readArguments } from "./command-line/command.ts";
import { INBOX_OPTIONS, refuseConflicts } from "./inbox-arguments.ts";

const check = (line: string) =>
  refuseConflicts(readArguments({ name: "inbox", options: INBOX_OPTIONS }, line.split(" ")).values);

test.each(["--to a@example.com", "--subject Hello", "--tag a", "--since 1h", "--unread", "--limit 5"])(
  "--clear does not delete all mail if %s is given",
  (filter) => {
    expect(() => check(`--clear ${filter}`)).toThrow(`${filter.split(" ")[0]} is not allowed beside it`);
    expect(() => check(filter)).not.toThrow();
  },
);

test.each([
  ["--clear --wait", "clear first, then wait"],
  ["--wait --unread", "leave out --unread"],
])("%s is refused", (line, message) => {
  expect(() => check(line)).toThrow(message);
});

test.each(["--clear --json", "--wait --to a@example.com --since 1h"])("%s is allowed", (line) => {
  expect(() => check(line)).not.toThrow();
});
