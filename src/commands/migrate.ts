import { migrate } from "../platform/db/index.ts";
import { withConnection } from "./open-instance.ts";

export async function migrateDatabase(): Promise<void> {
  const { applied } = await withConnection(({ connectionString }) => migrate(connectionString));
  const said = applied.map((name) => `applied ${name}\n`).join("") || "the database is up to date\n";
  process.stdout.write(said);
}
