import { expect, test } from "vitest";
import { findTableUses, tableNames, usesIn } from "./find-table-uses.ts";
import { tableOwners } from "./table-owners.ts";

const tables = tableNames();
const uses = findTableUses(tables);

/** `src/features/queue/stats/queries.ts` → `features/queue`; files directly in src are their own owners. */
function folderOf(file: string): string {
  return file.match(/^src\/((?:features|platform)\/[^/]+|[^/]+)/)?.[1] ?? file;
}

test("every table has an owner", () => {
  expect(Object.keys(tableOwners).toSorted()).toEqual(tables.toSorted());
});

test("only its owner writes a table; elsewhere, call a function of the owner", () => {
  const foreign = uses.filter(
    ({ table, kind, file }) => kind === "write" && folderOf(file) !== tableOwners[table]?.owner,
  );
  expect(foreign.map(({ table, file }) => `${file} writes ${table} of ${tableOwners[table]?.owner}`)).toEqual(
    [],
  );
});

test("each folder that reads a table of another one is listed in table-owners.ts with its reason", () => {
  const reads = new Set(
    uses
      .filter(({ table, kind, file }) => kind === "read" && folderOf(file) !== tableOwners[table]?.owner)
      .map(({ table, file }) => `${folderOf(file)} reads ${table}`),
  );
  const listed = Object.entries(tableOwners).flatMap(([table, { readers = {} }]) =>
    Object.keys(readers).map((reader) => `${reader} reads ${table}`),
  );
  expect([...reads].toSorted()).toEqual(listed.toSorted());
});

test.each([
  ["INSERT INTO recipients (a) VALUES (1)", "write", ["recipients"]],
  ["insert into recipients select 1", "write", ["recipients"]],
  ["UPDATE recipients SET a = 1", "write", ["recipients"]],
  ["UPDATE recipients AS r\n SET a = 1", "write", ["recipients"]],
  ["DELETE FROM events", "write", ["events"]],
  ["TRUNCATE events", "write", ["events"]],
  ['db.updateTable("events")', "write", ["events"]],
  ['db.insertInto("recipients").values({})', "write", ["recipients"]],
  ['db.deleteFrom("events as e")', "write", ["events"]],
  ["SELECT 1 FROM events e JOIN recipients r ON true FOR UPDATE OF r", "write", []],
  ["ON CONFLICT (id) DO UPDATE SET events = 1", "write", []],
  ["SELECT 1 FROM events e JOIN recipients r ON true", "read", ["events", "recipients"]],
  ["SELECT 1 FROM emails e, events v WHERE true", "read", ["emails", "events"]],
  ["WITH events AS (SELECT 1) SELECT * FROM events", "read", []],
  ['db.selectFrom("emails as e").innerJoin("events", "a", "b")', "read", ["emails", "events"]],
  ["// INSERT INTO events\n/* UPDATE events SET a = 1 */", "write", []],
])("%j: %s of %j is found", (source, kind, expected) => {
  const found = usesIn(source, ["emails", "events", "recipients"]).filter((use) => use.kind === kind);
  expect(found.map(({ table }) => table).toSorted()).toEqual(expected);
});
