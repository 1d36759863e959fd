import type pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/**
 * The settings of each session. They hold whatever the defaults of the database, of its user, of PGOPTIONS and of the connection string
 * are: data reported as stored must survive a power cut, and statements are written for this isolation level.
 */
const SETTINGS = {
  synchronous_commit: "on",
  default_transaction_isolation: "read committed",
  statement_timeout: "0",
  lock_timeout: "0",
  // A client that disappears in the middle of a transaction must not hold its locks.
  idle_in_transaction_session_timeout: "60s",
};

type Wanted = pg.ClientConfig & { settings?: Record<string, string> };

/** How to connect: what the connection string says, except that `wanted` and the settings of each session win over its parameters. */
export function sessionConfig(
  connectionString: string,
  { settings, ...wanted }: Wanted = {},
): pg.ClientConfig {
  const {
    options = "",
    // `pg` sends these beside the options, and PostgreSQL lets them win over the options.
    statement_timeout: _statement,
    lock_timeout: _lock,
    idle_in_transaction_session_timeout: _idle,
    ...given
  } = parseIntoClientConfig(connectionString);
  const own = Object.entries({ ...SETTINGS, ...settings }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`,
  );
  return { ...given, application_name: "posthouse", ...wanted, options: [options, ...own].join(" ").trim() };
}
