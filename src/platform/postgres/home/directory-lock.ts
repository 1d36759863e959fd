import { join } from "node:path";
import { lockFile } from "../../files/index.ts";
import { DirectoryInUseError } from "../embedded-postgres-error.ts";

/** Locks a data directory for this process. */
export function lockDirectory(dataDir: string): { release(): void } {
  const lock = lockFile(join(dataDir, "lock"));
  if (lock) return lock;
  throw new DirectoryInUseError(
    `another Posthouse is running on ${dataDir}: stop it, or set another DATA_DIR and PORT for this one`,
  );
}
