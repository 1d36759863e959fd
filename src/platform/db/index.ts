/**
 * PostgreSQL: connections, migrations, group commit, NOTIFY between nodes. The table types in generated/ come from the
 * migrated database (npm run generate); a difference fails the check.
 */
export { ADVISORY_LOCKS, unlockAndRelease } from "./advisory-locks.ts";
export { Batches } from "./batches.ts";
export { isConflict, isDataError, isOfStatement, isRolledBack, isUnavailable } from "./classify-error.ts";
export { countRows, MAX_COUNTED } from "./count-rows.ts";
export { decodeCursor, encodeCursor } from "./cursor.ts";
export { DatabaseClock } from "./database-clock.ts";
export { isReady } from "./is-ready.ts";
export { containing, escapeLike } from "./like-pattern.ts";
export { Listener } from "./listener.ts";
export { MicroBatch } from "./micro-batch.ts";
export { foreignSchema, knownMigrations, migrate, pendingMigrations } from "./migrate.ts";
export {
  addMonths,
  deleteRange,
  dropPartition,
  dropPartitionIn,
  dropUnneeded,
  listPartitions,
} from "./partitions.ts";
export { plainArray } from "./plain-array.ts";
export { type Database, type DatabaseOptions, type Db, openDatabase } from "./pool.ts";
export { queryWhenConnected } from "./query-when-connected.ts";
export { sessionConfig } from "./session-config.ts";
export { timeNow } from "./time-now.ts";
