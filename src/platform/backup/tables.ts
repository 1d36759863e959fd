import type pg from "pg";
import type { TableHeader } from "./format.ts";

/** Written by the migrations themselves. */
const OWN_TABLE = "schema_migrations";

/**
 * The tables of the schema, each after those that it references; a partitioned table counts as one. Generated columns are left out. The
 * schema of the background jobs is no part of a backup: a start creates it.
 */
export async function findTables(client: pg.Client): Promise<TableHeader[]> {
  const { rows } = await client.query<{ table: string; columns: string[]; references: string[] }>(
    `SELECT c.relname AS table,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(array_agg(DISTINCT f.confrelid::regclass::text), '{}') FROM pg_constraint f
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS references
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> $1
     ORDER BY c.relname`,
    [OWN_TABLE],
  );
  const ordered: TableHeader[] = [];
  const isDone = (name: string) => ordered.some(({ table }) => table === name);
  let waiting = rows;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ references }) => references.every(isDone));
    if (ready.length === 0) throw new Error("the tables reference each other in a circle");
    ordered.push(...ready.map(({ table, columns }) => ({ table, columns })));
    waiting = waiting.filter(({ table }) => !isDone(table));
  }
  return ordered;
}

/** The table and columns of COPY … FROM. */
export function copyTarget(client: pg.Client, { table, columns }: TableHeader): string {
  return `${client.escapeIdentifier(table)} (${columnsOf(client, columns)})`;
}

/** The source of COPY … TO, which accepts no partitioned table. */
export function copySource(client: pg.Client, { table, columns }: TableHeader): string {
  return `(SELECT ${columnsOf(client, columns)} FROM ${client.escapeIdentifier(table)})`;
}

function columnsOf(client: pg.Client, columns: string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(", ");
}
