/** The embedded PostgreSQL cannot start. The message is one line that says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** Another process has locked the data directory. */
export class DirectoryInUseError extends EmbeddedPostgresError {}
