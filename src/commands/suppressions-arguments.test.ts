import { describe, expect, test } from "vitest";
import { readListArguments, readRemoveArguments, readRestoreArguments } from "./suppressions-arguments.ts";

const now = new Date("2026-11-21T08:30:00Z");
const words = (line: string) => line.split(" ").filter(Boolean);

test("options become the filters of the API", () => {
  const line = "--reason hard_bounce --source email --reply 5.1.0 --domain example.com --search ada";
  expect(readListArguments(words(`${line} --since 1h --until 2026-11-21 --limit 5 --json`), now)).toEqual({
    server: { key: undefined, url: undefined },
    filter: {
      ...{ reason: "hard_bounce", source: "email", reply: "5.1.0", domain: "example.com", search: "ada" },
      ...{ after: "2026-11-21T07:30:00.000Z", before: "2026-11-21T00:00:00.000Z" },
    },
    limit: 5,
    json: true,
  });
  expect(readListArguments([], now)).toMatchObject({ filter: {}, limit: 100, json: false });
  expect(() => readListArguments(words("--limit all"), now)).toThrow("--limit takes a number, not all");
  expect(() => readListArguments(words("--until later"), now)).toThrow("--until takes 30m, 1h, 2d");
});

describe("remove", () => {
  test.each([
    ["--reply 5.1.0", { what: { filter: { reply: "5.1.0" } }, yes: false }],
    ["--reply 5.1.0 --dry-run", { what: { filter: { reply: "5.1.0" } }, yes: false }],
    ["--reply 5.1.0 --yes", { what: { filter: { reply: "5.1.0" } }, yes: true }],
    ["--preview p-1 --yes", { what: { preview: "p-1" }, yes: true }],
  ])("%j", (line, read) => {
    expect(readRemoveArguments(words(line), now)).toMatchObject(read);
  });

  test.each([
    ["", "needs a filter"],
    ["--yes", "needs a filter"],
    ["--reply 5.1.0 --dry-run --yes", "exclude each other"],
    ["--preview p-1", "takes --yes"],
    ["--preview p-1 --reply 5.1.0 --yes", "no filters"],
    ["--all --yes", "posthouse --help lists the options"],
    ["5.1.0", "posthouse --help lists the options"],
  ])("%j is refused", (line, message) => {
    expect(() => readRemoveArguments(words(line), now)).toThrow(message);
  });
});

test("restore takes one id", () => {
  expect(readRestoreArguments(words("r-1 --key k"))).toMatchObject({ id: "r-1", server: { key: "k" } });
  expect(() => readRestoreArguments([])).toThrow("needs one removal id");
  expect(() => readRestoreArguments(words("r-1 r-2"))).toThrow("needs one removal id");
});
