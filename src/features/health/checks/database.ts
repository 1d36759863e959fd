import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";
import { pendingMigrations } from "../../../platform/db/index.ts";
import { defaultPasswordStands } from "../../accounts/index.ts";
import { type Check, type Finding, failed, ok, warning } from "./check.ts";
import { findSizes } from "./queries.ts";

const leastVersion = 150_000;
/** Sessions, leases and backoff are measured by the database's clock, logs by this machine's. */
const clockToleranceMs = 2_000;
/** What was changed since a transaction began cannot be cleared away before it ends: the queue grows slower with each minute. */
const longTransactionSeconds = 600;
/** Dead rows beyond so many, and more than there are living ones, mean that nobody clears them away. */
const manyDeadRows = 100_000;
const longLagBytes = 256 * 1024 ** 2;

export const databaseCheck: Check<"config" | "database"> = {
  id: "database",
  title: "Database",
  examine: async ({ config, database }) => {
    const findings = [await examineServer(database, config), await examineDurability(database)];
    const pending = await pendingMigrations(database.connectionString);
    if (pending.length > 0)
      return [
        ...findings,
        warning(`${pending.length} migrations are not applied`, "posthouse migrate, or start the server"),
      ];
    return [...findings, ok("migrations are current"), ...(await examineUpkeep(database))];
  },
};

export const clockCheck: Check<"database"> = {
  id: "clock",
  title: "Clock",
  examine: async ({ database: { pool } }) => {
    const asked = Date.now();
    const { rows } = await pool.query("SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now");
    const apart = Math.abs(rows[0].now - (asked + Date.now()) / 2);
    if (apart < clockToleranceMs) return [ok("clock agrees with the database's")];
    return [
      warning(`clock is ${(apart / 1000).toFixed(0)} s away from the database's`, "run NTP on both machines"),
    ];
  },
};

export const passwordCheck: Check<"config" | "database"> = {
  id: "password",
  title: "Default password",
  examine: async ({ config, database }) => {
    if (config.hasDefaultAdmin && (await defaultPasswordStands(database, config)))
      return [
        warning(
          `${config.defaultAdminEmail} still has the default password`,
          "sign in and choose another one, before anybody else does",
        ),
      ];
    return [ok("the default password does not stand")];
  },
};

async function examineServer({ pool }: Database, { databaseUrl }: Config): Promise<Finding> {
  const { rows } = await pool.query(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, pg_is_in_recovery() AS standby",
  );
  const [{ version, number, standby }] = rows;
  const said = `PostgreSQL ${version}${databaseUrl ? "" : ", embedded"}`;
  if (number < leastVersion) return failed(`${said} is too old`, "use PostgreSQL 15 or newer");
  if (standby) return failed(`${said} is a standby and takes no writes`, "let DATABASE_URL name the primary");
  return ok(said);
}

async function examineDurability({ pool }: Database): Promise<Finding> {
  const { rows } = await pool.query(
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off'",
  );
  if (rows.length === 0)
    return ok("commits are durable (fsync, synchronous_commit and full_page_writes are on)");
  const off = rows.map(({ name }) => name).join(", ");
  return failed(
    `accepted mail can be lost in a crash: ${off} is off`,
    `ALTER SYSTEM SET … = on for ${off}, then reload`,
  );
}

async function examineUpkeep(database: Database): Promise<Finding[]> {
  const { dead, living, oldest_seconds: oldest, lag_bytes: lag } = await findSizes(database);
  return [
    oldest > longTransactionSeconds
      ? warning(
          `a transaction has been open for ${Math.round(oldest / 60)} minutes, and what is done since cannot be cleared away`,
          "end it: SELECT pg_terminate_backend(pid) FROM pg_stat_activity ORDER BY xact_start LIMIT 1",
        )
      : ok("no transaction is open for long"),
    dead > manyDeadRows && dead > living
      ? warning(
          `the queue's table holds ${dead.toLocaleString("en")} dead rows beside ${living.toLocaleString("en")}`,
          "make sure that autovacuum is on, or run VACUUM recipients",
        )
      : ok("the queue's table is cleared of what is over"),
    ...(lag === null
      ? []
      : [
          lag > longLagBytes
            ? warning(
                `a standby is ${Math.round(lag / 1024 ** 2).toLocaleString("en")} MiB behind`,
                "look at its network and its disk",
              )
            : ok("standbys keep up"),
        ]),
  ];
}
