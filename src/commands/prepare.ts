import { type DeliveryMode, loadConfig } from "../config.ts";
import { defaultPasswordStands, ensureDefaultAdmin } from "../features/accounts/index.ts";
import { holdIfRestored } from "../features/queue/index.ts";
import { recordModeAtStart } from "../features/routing/index.ts";
import { migrate, openDatabase } from "../platform/db/index.ts";
import { answerSupervisor } from "../platform/processes/index.ts";
import { claimDatabase, openInstanceSecrets } from "../platform/secrets/index.ts";
import { CommandError, explain } from "./explain.ts";

export type Prepared = {
  applied: string[];
  adminCreated: boolean;
  defaultPasswordStands: boolean;
  deliveryMode: DeliveryMode;
  /** Recipients held because the database was restored from a dump; null: it was not. */
  held: number | null;
};

/** Holding a restored queue of millions takes minutes; other nodes wait for it. */
const PATIENCE_MS = 30 * 60_000;

/** Prepares the database before a role starts: migrates, checks the secret key, holds a restored queue, creates the first admin. */
export async function prepare(): Promise<void> {
  await answerSupervisor({ work: prepareDatabase, explain });
}

async function prepareDatabase(): Promise<Prepared> {
  const config = loadConfig(process.env);
  if (!config.databaseUrl) throw new CommandError("prepare runs only as a part of serve");
  const { applied } = await migrate(config.databaseUrl);
  const database = openDatabase(config.databaseUrl, { max: 2, patienceMs: PATIENCE_MS });
  const secrets = openInstanceSecrets({ dataDir: config.dataDir, key: config.secretKey });
  try {
    await claimDatabase(database, secrets);
    const held = await holdIfRestored(database);
    const deliveryMode = await recordModeAtStart(database, config);
    const { created } = await ensureDefaultAdmin(database, config);
    const isDefault = created || (config.hasDefaultAdmin && (await defaultPasswordStands(database, config)));
    return { applied, adminCreated: created, defaultPasswordStands: isDefault, deliveryMode, held };
  } finally {
    await database.close();
  }
}
