import { expect, test } from "vitest";
import { frozenMigrations, problemsOfFrozen } from "./frozen-migrations.mjs";

const released = new Map([
  ["0001_keys.sql", "aa"],
  ["0002_emails.sql", "bb"],
]);

test("released migrations are as they were released", () => {
  expect(problemsOfFrozen(frozenMigrations())).toEqual([]);
});

test("a new migration after the released ones is no problem", () => {
  expect(problemsOfFrozen(released, new Map([...released, ["0003_tags.sql", "cc"]]))).toEqual([]);
});

test.each([
  ["an edited", [["0002_emails.sql", "xx"]], "migrations/0002_emails.sql was released"],
  ["an early", [["0001_zones.sql", "cc"]], "migrations/0001_zones.sql sorts before released ones"],
] as const)("%s migration is a problem", (_, entries, problem) => {
  const problems = problemsOfFrozen(released, new Map([...released, ...entries]));
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test("a removed migration is a problem", () => {
  const problems = problemsOfFrozen(released, new Map([["0001_keys.sql", "aa"]]));
  expect(problems).toEqual([expect.stringContaining("migrations/0002_emails.sql was released")]);
});
