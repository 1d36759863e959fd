import { rm } from "node:fs/promises";
import { join } from "node:path";
import { giveToOwner } from "../files/index.ts";
import type { Logger } from "../telemetry/index.ts";
import { chooseHome } from "./home/choose-home.ts";
import { openDataDirectory } from "./home/data-directory.ts";
import { lockDirectory } from "./home/directory-lock.ts";
import { connectionStringFor, makeSocketDirectory } from "./home/socket-directory.ts";
import {
  type Cluster,
  ensureCluster,
  PASSWORD_FILE_NAME,
  readOrMakePassword,
  setPassword,
} from "./server/cluster.ts";
import { launchServer, type Server } from "./server/launch-server.ts";
import { serverSettings } from "./server/server-settings.ts";
import { stopOrphan } from "./server/stop-orphan.ts";

export type EmbeddedPostgres = Server & {
  /** The same at each start in the same data directory. */
  readonly connectionString: string;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Logger;
  /** False trades crash safety for speed; for tests only. */
  durable?: boolean;
  /** As root, act as if user namespaces were unavailable; for tests only. */
  forbidNamespace?: boolean;
};

/**
 * Starts PostgreSQL in a data directory and waits until it accepts connections. stop() releases the directory. If the server
 * ended by itself, call stop() and start again. Throws EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataDirectory(options.dataDir);
  const lock = lockDirectory(dataDir);
  try {
    const { server, connectionString, socketDir } = await startLocked(dataDir, options);
    return {
      ...server,
      connectionString,
      stop: async (how) => {
        await server.stop(how);
        await rm(socketDir, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  dataDir: string,
  { log, durable = true, forbidNamespace = false }: EmbeddedPostgresOptions,
): Promise<{ server: Server; connectionString: string; socketDir: string }> {
  const { stopped } = await stopOrphan(join(dataDir, "postgres"));
  if (stopped)
    log.warn({ event: "postgres.orphan_stopped", pid: stopped }, "stopped the PostgreSQL of a killed server");

  const passwordFile = join(dataDir, PASSWORD_FILE_NAME);
  const { password, isNew } = await readOrMakePassword(passwordFile);
  giveToOwner(dataDir, [join(dataDir, "lock"), passwordFile]);

  const home = await chooseHome(dataDir, { forbidNamespace });
  const cluster: Cluster = { ...home, clusterDir: join(home.directory, "postgres") };
  const { made } = await ensureCluster(cluster, { password });
  if (isNew && !made) await setPassword(cluster, password);

  const socketDir = await makeSocketDirectory(home);
  const server = await launchServer(cluster, { settings: serverSettings({ socketDir, durable }), log });
  return { server, socketDir, connectionString: connectionStringFor({ password, socketDir }) };
}
