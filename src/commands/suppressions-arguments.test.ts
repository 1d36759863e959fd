import { describe, expect, test } from "vitest";
import { readArguments } from "./command-line/command.ts";
import {
  ADD_OPTIONS,
  IMPORT_OPTIONS,
  LIST_OPTIONS,
  REMOVE_OPTIONS,
  readAddArguments,
  readImportArguments,
  readListArguments,
  readRemoveArguments,
} from "./suppressions-arguments.ts";

const now = new Date("2026-11-21T08:30:00Z");
const words = (line: string) => line.split(" ").filter(Boolean);
const readList = (args: string[]) =>
  readListArguments(readArguments({ name: "suppressions list", options: LIST_OPTIONS }, args).values, now);
const readRemove = (args: string[]) =>
  readRemoveArguments(
    readArguments({ name: "suppressions remove", options: REMOVE_OPTIONS }, args).values,
    now,
  );

test("options become the filters of the API", () => {
  const line = "--reason hard_bounce --source email --reply 5.1.0 --domain example.com --search ada";
  expect(readList(words(`${line} --since 1h --until 2026-11-21 --limit 5 --json`))).toEqual({
    server: { key: undefined, url: undefined },
    filter: {
      ...{ reason: "hard_bounce", source: "email", reply: "5.1.0", domain: "example.com", search: "ada" },
      ...{ after: "2026-11-21T07:30:00.000Z", before: "2026-11-21T00:00:00.000Z" },
    },
    limit: 5,
    json: true,
  });
  expect(readList([])).toMatchObject({ filter: {}, limit: 100, json: false });
  expect(() => readList(words("--limit all"))).toThrow("--limit takes a number, not all");
  expect(() => readList(words("--until later"))).toThrow("--until takes 30m, 1h, 2d");
});

test("options of add and import are sent only if they are given", () => {
  const add = (args: string[]) =>
    readAddArguments(
      readArguments({ name: "add", operands: ["<address>"], options: ADD_OPTIONS }, args).values,
      "a@b.example",
    );
  expect(add(["a@b.example"])).toMatchObject({ address: "a@b.example", options: {}, json: false });
  expect(add(["a@b.example", "--reason", "complaint", "--detail", "by phone"]).options).toEqual({
    reason: "complaint",
    detail: "by phone",
  });
  expect(() => add(["a@b.example", "--reason", "bounced"])).toThrow(
    "--reason takes one of hard_bounce, complaint",
  );
  const read = (args: string[]) =>
    readImportArguments(
      readArguments({ name: "import", operands: ["<file>"], options: IMPORT_OPTIONS }, args).values,
      "-",
    );
  expect(read(["-"])).toMatchObject({ file: "-", options: {}, json: false });
  expect(read(words("- --reason manual --charset latin1 --json"))).toMatchObject({
    options: { reason: "manual", charset: "latin1" },
    json: true,
  });
});

describe("remove", () => {
  test.each([
    ["--reply 5.1.0", { what: { filter: { reply: "5.1.0" } }, yes: false }],
    ["--reply 5.1.0 --dry-run", { what: { filter: { reply: "5.1.0" } }, yes: false }],
    ["--reply 5.1.0 --yes", { what: { filter: { reply: "5.1.0" } }, yes: true }],
    ["--preview p-1 --yes", { what: { preview: "p-1" }, yes: true }],
  ])("%j", (line, read) => {
    expect(readRemove(words(line))).toMatchObject(read);
  });

  test.each([
    ["", "needs a filter"],
    ["--yes", "needs a filter"],
    ["--reply 5.1.0 --dry-run --yes", "exclude each other"],
    ["--preview p-1", "needs --yes"],
    ["--preview p-1 --reply 5.1.0 --yes", "no filters"],
    ["--all --yes", "posthouse suppressions remove --help lists the options"],
    ["5.1.0", "posthouse suppressions remove --help lists the options"],
  ])("%j is refused", (line, message) => {
    expect(() => readRemove(words(line))).toThrow(message);
  });
});
