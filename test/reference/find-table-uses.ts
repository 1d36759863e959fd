import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export type TableUse = { file: string; table: string; kind: "write" | "read" };

/** The tables of the migrated database, from the generated types. */
export function tableNames(): string[] {
  const types = readFileSync(`${root}src/platform/db/generated/tables.ts`, "utf8");
  const [, body = ""] = types.match(/export interface DB \{\n([^}]*)\}/) ?? [];
  return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name);
}

/** Every use of a table in the server's code, by raw SQL or by Kysely. Tests and fixtures are exempt. */
export function findTableUses(tables: string[]): TableUse[] {
  return globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$|\/generated\/|\/test-/.test(file))
    .toSorted()
    .flatMap((file) => usesIn(readFileSync(root + file, "utf8"), tables).map((use) => ({ file, ...use })));
}

const NAME = String.raw`(?:ONLY\s+)?"?(\w+)"?`;
const WRITES = [
  new RegExp(String.raw`\bINSERT\s+INTO\s+${NAME}`, "gi"),
  new RegExp(String.raw`\bUPDATE\s+${NAME}(?:\s+(?:AS\s+)?\w+)?\s+SET\b`, "gi"),
  new RegExp(String.raw`\b(?:DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?)\s+${NAME}`, "gi"),
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*["'`](\w+)/g,
];
const READS = [
  new RegExp(String.raw`(?<!DELETE\s+)\b(?:FROM|JOIN|USING)\s+${NAME}`, "g"),
  // The second table of `FROM a x, b y`.
  /\bFROM\s+\w+(?:\s+(?:AS\s+)?[a-z]\w*)?,\s*(\w+)/g,
  /\.(?:selectFrom|using|\w*[jJ]oin(?:Lateral)?)\(\s*\[?\s*["'`](\w+)/g,
];

/** Exported for the test of the search itself. */
export function usesIn(source: string, tables: string[]): Omit<TableUse, "file">[] {
  const text = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*(?:\/\/|--).*$/gm, "");
  // The name of a CTE hides a table of the same name.
  const ctes = new Set(
    [...text.matchAll(/\b(\w+)(?:\s*\([^()]*\))?\s+AS\s+(?:MATERIALIZED\s+)?\(/g)].map(([, name]) => name),
  );
  const found = (patterns: RegExp[]) =>
    [
      ...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name))),
    ].filter((name) => tables.includes(name));
  const written = found(WRITES);
  const read = found(READS).filter((name) => !ctes.has(name));
  return [
    ...written.map((table) => ({ table, kind: "write" as const })),
    ...read.map((table) => ({ table, kind: "read" as const })),
  ];
}
