/** The embedded PostgreSQL cannot start; the message is one line that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** Another process holds the data directory. */
export class DirectoryInUseError extends EmbeddedPostgresError {}
