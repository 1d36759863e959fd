/**
 * True for errors that mean "the database cannot do this now" rather than "this statement is wrong": lost connections,
 * shutdown, read-only fail-over, too many connections, disk full, serialization and deadlock. Source: PostgreSQL Appendix A,
 * SQLSTATE classes.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // No address of a host name with several addresses is reachable.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof syscall === "string") return SOCKET_CALLS.has(syscall);
  if (typeof code !== "string")
    return /terminat|timeout|closed|not queryable|establishing an SSL connection/i.test(error.message);
  return isOfConnection(code) || UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
}

/**
 * True when the statement certainly left nothing behind: it never reached the server, or the server reported its failure.
 * False when the connection broke before the result arrived, because the statement may have been committed.
 */
export function isRolledBack(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isRolledBack);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof syscall === "string") return syscall === "connect" || syscall === "getaddrinfo";
  if (/trying to connect|establishing an SSL connection|before secure TLS/.test(error.message)) return true;
  if (typeof code !== "string" || isOfConnection(code)) return false;
  return code === STATEMENT_TIMEOUT || !CONNECTION_CLASSES.has(code.slice(0, 2));
}

/** Node's codes of a broken connection. Errors of TLS have them without a system call. */
function isOfConnection(code: string): boolean {
  return CONNECTION_CODES.has(code) || code.startsWith("ERR_SSL_");
}

/**
 * True when the statement was rolled back because of concurrent transactions: a retry will likely succeed, and the database
 * is healthy.
 */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICT_CODES.has(String((error as { code?: unknown }).code));
}

/** True when only this statement failed: it took too long, or conflicted with other transactions. The database is available. */
export function isOfStatement(error: unknown): boolean {
  return error instanceof Error && STATEMENT_CODES.has(String((error as { code?: unknown }).code));
}

/** True when a value of the statement is not valid for the database: the same statement will never succeed. */
export function isDataError(error: unknown): boolean {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith(DATA_EXCEPTION);
}

/** SQLSTATE class 22. */
const DATA_EXCEPTION = "22";
/** Serialization failure, deadlock. */
const CONFLICT_CODES = new Set(["40001", "40P01"]);
/** Query canceled. It has class 57, but the session continues. */
const STATEMENT_TIMEOUT = "57014";
/** Conflicts, lock timeout, statement timeout. */
const STATEMENT_CODES = new Set([...CONFLICT_CODES, "55P03", STATEMENT_TIMEOUT]);
/** The session ended: 08 connection exception, 57 operator intervention. */
const CONNECTION_CLASSES = new Set(["08", "57"]);
/**
 * Node's names of the system calls that fail when the server cannot be reached, for example because its Unix socket is
 * missing.
 */
const SOCKET_CALLS = new Set(["connect", "read", "write", "getaddrinfo"]);
const CONNECTION_CODES = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** 08 connection exception, 53 insufficient resources, 57 operator intervention, 58 system error. */
const UNAVAILABLE_CLASSES = new Set(["08", "53", "57", "58"]);
/** Transaction timeout, read-only transaction, serialization failure, deadlock, lock timeout. */
const UNAVAILABLE_CODES = new Set(["25P04", "25006", "40001", "40P01", "55P03"]);
