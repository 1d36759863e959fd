/** The command line is wrong; the message says what to type. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1 }: { exitCode?: number } = {}) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The operator's to mend, by name, so that no command loads the modules of another: each message is one line. */
const PLAIN = new Set([
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
/** SQLSTATE of a connection that PostgreSQL refuses: password, role, database, too many, starting up, not allowed. */
const REFUSAL_CODES = new Set(["28P01", "28000", "3D000", "53300", "57P03", "42501"]);

/** The one line for an error that the operator can mend, or null for a problem of ours, which deserves its stack. */
export function explain(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (PLAIN.has(error.name)) return error.message.replaceAll("\n", " ");
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === "listen" || syscall === "bind") return explainListen(error);
  if (code && CONNECTION_CODES.has(code))
    return `the database cannot be reached (${code}): start it, or correct DATABASE_URL`;
  if (code && REFUSAL_CODES.has(code))
    return `the database refuses us (${error.message}): correct DATABASE_URL`;
  if (code === undefined && /^(SASL|The server does not support SSL)/.test(error.message))
    return `the database refuses us (${error.message}): correct DATABASE_URL`;
  return null;
}

function explainListen(error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  const { code, port, address } = error;
  if (code === "EADDRINUSE")
    return `port ${port} is taken: stop the program that has it, or set PORT to a free one`;
  if (code === "EACCES") return `port ${port} needs more rights: set PORT to one above 1023`;
  if (code === "EADDRNOTAVAIL") return `this machine has no address ${address}: correct HOST`;
  return `cannot listen on ${address}:${port} (${code}): correct HOST or PORT`;
}
