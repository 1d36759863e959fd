import { expect, test } from "vitest";
import { readArguments } from "./command-line/command.ts";
import {
  EXPORT_OPTIONS,
  IMPORT_OPTIONS,
  readContactFilters,
  readImportArguments,
} from "./contacts-arguments.ts";

const now = new Date("2026-11-21T08:30:00Z");
const words = (line: string) => line.split(" ").filter(Boolean);
const readImport = (line: string) => {
  const declared = { name: "contacts import", operands: ["<file>"], options: IMPORT_OPTIONS };
  const { values, operands } = readArguments(declared, words(line));
  return readImportArguments(values, operands[0] ?? "");
};
const readFilters = (line: string) =>
  readContactFilters(
    readArguments({ name: "contacts export", options: EXPORT_OPTIONS }, words(line)).values,
    now,
  );

test("options of the import become those of the API; without options, it has its defaults", () => {
  expect(readImport("contacts.csv")).toEqual({
    server: { key: undefined, url: undefined },
    file: "contacts.csv",
    options: {},
    dryRun: false,
    json: false,
  });
  const line = "- --on-conflict skip --unsubscribed --charset windows-1252 --dry-run --json --key ph_x";
  expect(readImport(line)).toEqual({
    server: { key: "ph_x", url: undefined },
    file: "-",
    options: { on_conflict: "skip", subscribed: false, charset: "windows-1252" },
    dryRun: true,
    json: true,
  });
});

test.each([
  ["contacts.csv --on-conflict replace", "--on-conflict takes update or skip, not replace"],
  ["", "contacts import needs <file>"],
  ["one.csv two.csv", "contacts import needs <file>"],
  ["contacts.csv --subscribed", "posthouse contacts import --help lists the options"],
])("the import refuses %j", (line, message) => {
  expect(() => readImport(line)).toThrow(message);
});

test("options of the list and the export become the filters of the API", () => {
  expect(readFilters("")).toEqual({});
  expect(readFilters("--search ada --property plan:pro --subscribed --since 1h --until 2026-11-21")).toEqual({
    search: "ada",
    property: "plan:pro",
    subscribed: true,
    created_after: "2026-11-21T07:30:00.000Z",
    created_before: "2026-11-21T00:00:00.000Z",
  });
  expect(readFilters("--unsubscribed")).toEqual({ subscribed: false });
  expect(() => readFilters("--subscribed --unsubscribed")).toThrow("exclude each other");
  expect(() => readFilters("--since yesterday")).toThrow("--since takes 30m, 1h, 2d");
});
