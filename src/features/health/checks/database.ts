import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import { knownMigrations, pendingMigrations } from "../../../platform/db/index.ts";
import { findDefaultPassword } from "../../accounts/index.ts";
import { type Check, type Finding, failed, ok, warning } from "./check.ts";
import { findSizes } from "./queries.ts";

const MIN_VERSION = 150_000;
/** Sessions, leases and backoff use the database's clock; logs use this machine's. */
const CLOCK_TOLERANCE_MS = 2_000;
/** Vacuum cannot remove rows that died since the oldest transaction began, so the queue gets slower by the minute. */
const LONG_TRANSACTION_SECONDS = 600;
/** More dead rows than this, and more than live rows, mean that autovacuum does not run. */
const MANY_DEAD_ROWS = 100_000;
const LONG_LAG_BYTES = 256 * 1024 ** 2;

export const databaseCheck: Check<"config" | "database"> = {
  id: "database",
  title: "Database",
  examine: async ({ config, database }) => {
    const findings = [await examineServer(database, config), await examineDurability(database)];
    const pending = await pendingMigrations(database.connectionString);
    if (pending.length === (await knownMigrations()).length)
      return [...findings, ok("the database is empty: the first start creates its tables")];
    if (pending.length > 0)
      return [
        ...findings,
        warning(
          pending.length === 1 ? "1 migration is pending" : `${pending.length} migrations are pending`,
          "run posthouse migrate, or restart the server",
        ),
      ];
    return [...findings, ok("migrations are current"), ...(await examineUpkeep(database))];
  },
};

export const clockCheck: Check<"database"> = {
  id: "clock",
  title: "Clock",
  examine: async ({ database: { pool } }) => {
    const startedAt = Date.now();
    const { rows } = await pool.query("SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now");
    const differenceMs = Math.abs(rows[0].now - (startedAt + Date.now()) / 2);
    if (differenceMs < CLOCK_TOLERANCE_MS) return [ok("the clock agrees with the database's clock")];
    return [
      warning(
        `the clock differs from the database's by ${(differenceMs / 1000).toFixed(0)} s`,
        "run NTP on both machines",
      ),
    ];
  },
};

export const passwordCheck: Check<"config" | "database"> = {
  id: "password",
  title: "Default password",
  examine: async ({ config, database }) => {
    const email = config.hasDefaultAdmin ? await findDefaultPassword(database, config) : null;
    if (email !== null) return [warning(`${email} still has the default password`, "sign in and change it")];
    return [ok("the default password is not in use")];
  },
};

async function examineServer({ pool }: Database, { databaseUrl }: Config): Promise<Finding> {
  const { rows } = await pool.query(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, pg_is_in_recovery() AS standby",
  );
  const [{ version, number, standby }] = rows;
  const server = `PostgreSQL ${version}${databaseUrl ? "" : ", embedded"}`;
  if (number < MIN_VERSION) return failed(`${server} is too old`, "use PostgreSQL 15 or newer");
  if (standby) return failed(`${server} is a read-only standby`, "point DATABASE_URL to the primary");
  return ok(server);
}

async function examineDurability({ pool }: Database): Promise<Finding> {
  const { rows } = await pool.query(
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off'",
  );
  if (rows.length === 0)
    return ok("commits are durable (fsync, synchronous_commit and full_page_writes are on)");
  const off = rows.map(({ name }) => name).join(", ");
  return failed(
    `accepted mail can be lost in a crash: ${off} ${rows.length === 1 ? "is" : "are"} off`,
    `run ALTER SYSTEM SET … = on for ${off}, then SELECT pg_reload_conf()`,
  );
}

async function examineUpkeep(database: Database): Promise<Finding[]> {
  const { dead, living, oldest_seconds: oldest, lag_bytes: lag } = await findSizes(database);
  return [
    oldest > LONG_TRANSACTION_SECONDS
      ? warning(
          `a transaction has been open for ${Math.round(oldest / 60)} minutes, so vacuum cannot remove newer dead rows`,
          "end it: SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() ORDER BY xact_start LIMIT 1",
        )
      : ok("no transaction has been open for long"),
    dead > MANY_DEAD_ROWS && dead > living
      ? warning(
          `the table recipients has ${dead.toLocaleString("en")} dead rows and ${living.toLocaleString("en")} live ones`,
          "make sure that autovacuum is on, or run VACUUM recipients",
        )
      : ok("the table recipients has few dead rows"),
    ...(lag === null
      ? []
      : [
          lag > LONG_LAG_BYTES
            ? warning(
                `a standby is ${Math.round(lag / 1024 ** 2).toLocaleString("en")} MiB behind`,
                "check its network and disk",
              )
            : ok("standbys keep up"),
        ]),
  ];
}
