/**
 * The format of a backup: the line MAGIC, then one zstd stream with checksum (RFC 8878). The stream has a line with the header in
 * JSON; for each table a line with its name and columns, its rows as PostgreSQL's COPY writes them, in chunks that begin with their
 * length (4 octets, big-endian), and a chunk of length 0; at the end a line with the trailer. A file without its trailer is
 * incomplete.
 */
export const MAGIC = "POSTHOUSE BACKUP 1\n";

export type Header = {
  /** The version that made the backup. */
  version: string;
  createdAt: string;
  /** The applied migrations: the schema of the rows. */
  migrations: string[];
  tables: number;
  /** Null: the backup was made without it. */
  secretKey: string | null;
};

export type TableHeader = { table: string; columns: string[] };

/** Sequences are read last, because other transactions advance them while the tables are copied. */
export type Trailer = {
  rows: Record<string, number>;
  sequences: { name: string; lastValue: string; isCalled: boolean }[];
};

/** The file is no backup, or not a complete one, or this program cannot use it. */
export class BackupError extends Error {
  override name = "BackupError";
}
