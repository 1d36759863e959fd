import type { Config } from "../../config.ts";
import { defaultPasswordStands } from "../../features/accounts/index.ts";
import { type Database, openDatabase, pendingMigrations } from "../../platform/db/index.ts";
import { hasCluster } from "../../platform/postgres/index.ts";
import { explain } from "../explain.ts";
import { withConnection } from "../open-instance.ts";
import { type Finding, fail, ok, warn } from "./check.ts";

const leastVersion = 150_000;
/** Sessions, leases and backoff are measured by the database's clock, logs by this machine's. */
const clockToleranceMs = 2_000;

export async function checkDatabase({ databaseUrl, dataDir }: Config): Promise<Finding[]> {
  if (!databaseUrl && !(await hasCluster(dataDir)))
    return [ok("no database yet: it is made at the first start")];
  try {
    return await withConnection(async ({ config, connectionString }) => {
      const database = openDatabase(connectionString, { max: 1 });
      try {
        return await inspect(config, database);
      } finally {
        await database.close();
      }
    });
  } catch (error) {
    return [
      fail(`database: ${explain(error) ?? (error as Error).message}`, "mend that, then run doctor again"),
    ];
  }
}

async function inspect(config: Config, database: Database): Promise<Finding[]> {
  const findings = [
    await checkServer(database, config),
    await checkDurability(database),
    await checkClock(database),
  ];
  const pending = await pendingMigrations(database.connectionString);
  if (pending.length > 0)
    return [
      ...findings,
      warn(`${pending.length} migrations are not applied`, "posthouse migrate, or start the server"),
    ];
  return [...findings, ok("migrations are current"), await checkDefaultPassword(database, config)];
}

async function checkServer({ pool }: Database, { databaseUrl }: Config): Promise<Finding> {
  const { rows } = await pool.query(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, pg_is_in_recovery() AS standby",
  );
  const [{ version, number, standby }] = rows;
  const said = `PostgreSQL ${version}, ${databaseUrl ? "of DATABASE_URL" : "embedded"}`;
  if (number < leastVersion) return fail(`${said} is too old`, "use PostgreSQL 15 or newer");
  if (standby) return fail(`${said} is a standby and takes no writes`, "let DATABASE_URL name the primary");
  return ok(said);
}

async function checkDurability({ pool }: Database): Promise<Finding> {
  const { rows } = await pool.query(
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off'",
  );
  if (rows.length === 0)
    return ok("commits are durable (fsync, synchronous_commit and full_page_writes are on)");
  const off = rows.map(({ name }) => name).join(", ");
  return fail(
    `accepted mail can be lost in a crash: ${off} is off`,
    `ALTER SYSTEM SET … = on for ${off}, then reload`,
  );
}

async function checkClock({ pool }: Database): Promise<Finding> {
  const asked = Date.now();
  const { rows } = await pool.query("SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now");
  const apart = Math.abs(rows[0].now - (asked + Date.now()) / 2);
  if (apart < clockToleranceMs) return ok("clock agrees with the database's");
  return warn(`clock is ${(apart / 1000).toFixed(0)} s away from the database's`, "run NTP on both machines");
}

async function checkDefaultPassword(database: Database, config: Config): Promise<Finding> {
  if (!config.saas && (await defaultPasswordStands(database, config)))
    return warn(
      `${config.defaultAdminEmail} still has the default password`,
      "sign in and choose another one, before anybody else does",
    );
  return ok("the default password does not stand");
}
