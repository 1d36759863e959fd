/** The command failed for a reason that its user can fix; the message says how. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1 }: { exitCode?: number } = {}) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Names of errors that the operator can fix, each with a message of one line. They are names and not classes, so that no command loads
 * another's modules.
 */
const PLAIN = new Set([
  "BackupError",
  "CommandError",
  "ConfigError",
  "EmbeddedPostgresError",
  "ForeignSchemaError",
  "ProcessStartError",
  "AppError",
  "SecretKeyError",
]);

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** SQLSTATEs of refused connections: wrong password, role or database, too many connections, starting up, not allowed. */
const REFUSAL_CODES = new Set(["28P01", "28000", "3D000", "53300", "57P03", "42501"]);

/** Returns one line for an error that the operator can fix; null for an internal error, which is shown with its stack. */
export function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (PLAIN.has(error.name)) return error.message.replaceAll("\n", " ");
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === "listen" || syscall === "bind") return explainListen(error);
  if (code && CONNECTION_CODES.has(code))
    return `the database cannot be reached (${code}): start it, or correct DATABASE_URL`;
  if (code && REFUSAL_CODES.has(code))
    return `the database refuses the connection (${error.message}): correct DATABASE_URL`;
  if (code === undefined && /^(SASL|The server does not support SSL)/.test(error.message))
    return `the database refuses the connection (${error.message}): correct DATABASE_URL`;
  return null;
}

function explainListen(error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  const { code, port, address } = error;
  if (code === "EADDRINUSE")
    return `port ${port} is in use: stop the program that uses it, or set PORT to a free port`;
  if (code === "EACCES") return `listening on port ${port} requires root: set PORT to a port above 1023`;
  if (code === "EADDRNOTAVAIL") return `this machine has no address ${address}: correct HOST`;
  return `cannot listen on ${address}:${port} (${code}): correct HOST or PORT`;
}
