import { migrate } from "../platform/db/index.ts";
import { withConnection } from "./open-instance.ts";
import { printResult } from "./terminal/print-result.ts";

export async function migrateDatabase({ json }: { json: boolean }): Promise<void> {
  const { applied } = await withConnection(({ connectionString }) => migrate(connectionString), {
    creates: true,
  });
  const text = applied.map((name) => `applied ${name}`).join("\n") || "the database is up to date";
  printResult({ applied }, { json, text });
}
