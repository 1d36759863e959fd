/**
 * True for errors that mean "the database cannot do this now" rather than "this statement is wrong": lost
 * connections, shutdown, read-only fail-over, too many connections, disk full, serialization and deadlock.
 * Source: PostgreSQL Appendix A, SQLSTATE classes.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host name with several addresses, none of which answered.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof syscall === "string") return socketCalls.has(syscall);
  if (typeof code !== "string") return /terminat|timeout|closed|not queryable/i.test(error.message);
  return unavailableCodes.has(code) || unavailableClasses.has(code.slice(0, 2));
}

/**
 * True when the statement certainly left nothing behind: it never reached the server, or the server itself said that it failed.
 * False when the connection went while the answer was awaited: then it may have been committed.
 */
export function isRolledBack(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isRolledBack);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof syscall === "string") return syscall === "connect" || syscall === "getaddrinfo";
  if (typeof code === "string") return code === statementTimeout || !connectionClasses.has(code.slice(0, 2));
  return error.message.includes("trying to connect");
}

/**
 * True when the statement was undone because of what others did at the same time: tried again, it will likely go through, and
 * the database is as well as before.
 */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && conflictCodes.has(String((error as { code?: unknown }).code));
}

/** Serialization failure, deadlock. */
const conflictCodes = new Set(["40001", "40P01"]);
/** Query canceled: of class 57, but the session goes on. */
const statementTimeout = "57014";
/** The session ended: 08 connection exception, 57 operator intervention. */
const connectionClasses = new Set(["08", "57"]);
/** Node's name of what failed on the way to the server, including a Unix socket that is not there (ENOENT). */
const socketCalls = new Set(["connect", "read", "write", "getaddrinfo"]);
/** 08 connection exception, 53 insufficient resources, 57 operator intervention, 58 system error. */
const unavailableClasses = new Set(["08", "53", "57", "58"]);
/** Transaction timeout, read-only transaction, serialization failure, deadlock, lock timeout. */
const unavailableCodes = new Set(["25P04", "25006", "40001", "40P01", "55P03"]);
