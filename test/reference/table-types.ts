import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const TABLE_TYPES_PATH = "src/platform/db/generated/tables.ts";
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Writes the table types of a migrated database, or with `verify` fails if they differ from what is committed. */
export async function generateTableTypes(
  connectionString: string,
  { verify }: { verify: boolean },
): Promise<void> {
  const codegen = `${root}node_modules/.bin/kysely-codegen`;
  await promisify(execFile)(
    codegen,
    [
      ...[
        "--dialect",
        "postgres",
        "--type-mapping",
        '{"int8":"number"}',
        "--exclude-pattern",
        "schema_migrations",
      ],
      ...["--url", connectionString, "--out-file", `${root}${TABLE_TYPES_PATH}`],
      ...(verify ? ["--verify"] : []),
    ],
    { cwd: root },
  );
}
