import { loadConfig } from "../config.ts";
import { defaultPasswordStands, ensureDefaultAdmin } from "../features/accounts/index.ts";
import { migrate, openDatabase } from "../platform/db/index.ts";
import { answerSupervisor } from "../platform/processes/index.ts";
import { CommandError, explain } from "./explain.ts";

export type Prepared = { applied: string[]; adminCreated: boolean; defaultPasswordStands: boolean };

/** What must be so before a role starts: the schema, and on first launch an admin. */
export async function prepare(): Promise<void> {
  await answerSupervisor({ work: prepareDatabase, explain });
}

async function prepareDatabase(): Promise<Prepared> {
  const config = loadConfig(process.env);
  if (!config.databaseUrl) throw new CommandError("prepare is a part of serve");
  const { applied } = await migrate(config.databaseUrl);
  const database = openDatabase(config.databaseUrl, { max: 1 });
  try {
    const { created } = await ensureDefaultAdmin(database, config);
    const stands = created || (!config.saas && (await defaultPasswordStands(database, config)));
    return { applied, adminCreated: created, defaultPasswordStands: stands };
  } finally {
    await database.close();
  }
}
