/** Backups of the database in one file, without pg_dump: the embedded PostgreSQL does not have it. See decision 61. */
export { restoreBackup } from "./restore-backup.ts";
export { writeBackup } from "./write-backup.ts";
