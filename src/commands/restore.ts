import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Config } from "../config.ts";
import { forgetProcesses } from "../features/metrics/index.ts";
import { markRestored } from "../features/queue/index.ts";
import { restoreBackup } from "../platform/backup/index.ts";
import { openDatabase } from "../platform/db/index.ts";
import { findMasterKey, storeMasterKey } from "../platform/secrets/index.ts";
import { showProgress } from "./backup.ts";
import { CommandError } from "./explain.ts";
import { withConnection } from "./open-instance.ts";

/** Restores a backup from a file, or from standard input (`-`), into an empty database. */
export async function restore({ file, json }: { file: string; json: boolean }): Promise<void> {
  const source = file === "-" ? process.stdin : await openBackup(file);
  const startedAt = performance.now();
  const { header, rows, hasKey } = await withConnection(
    async ({ config, connectionString }) => {
      const restored = await restoreBackup({
        connectionString,
        source,
        onHeader: ({ secretKey }) => keepKey(config, secretKey),
        onTable: showProgress("restored"),
        onLoaded: markRestored,
      });
      const database = openDatabase(connectionString, { max: 1 });
      await forgetProcesses(database).finally(database.close);
      return { ...restored, hasKey: restored.header.secretKey !== null };
    },
    { creates: true },
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  if (json) {
    const { version, createdAt } = header;
    const result = { version, created_at: createdAt, rows, seconds, secret_key: hasKey };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  process.stderr.write(
    `Restored ${rows.toLocaleString("en")} rows of ${header.createdAt} (Posthouse ${header.version}) in ${seconds.toFixed(1)} s.\n${nextSteps(hasKey)}\n`,
  );
}

async function openBackup(file: string): Promise<Readable> {
  try {
    return (await open(file)).createReadStream();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${file} cannot be read (${code}): name a file made by posthouse backup`);
  }
}

function nextSteps(hasKey: boolean): string {
  const key = hasKey
    ? ""
    : "The backup has no secret key: before the start, set SECRET_KEY to the former key, or copy secret.key into DATA_DIR.\n";
  return `${key}Mail that was due is held at the next start, because it may have been sent since. Decide on the Queue page, or with posthouse admin decide-restored.`;
}

/**
 * Stores the key of the backup before any row, because rows without their key would be useless. Refuses another key: two keys cannot be
 * used with one database.
 */
function keepKey({ secretKey, dataDir }: Config, key: string | null): void {
  if (key === null) return;
  if (secretKey !== null && secretKey !== key)
    throw new CommandError(
      "the backup has another secret key than SECRET_KEY: unset SECRET_KEY, or correct it",
    );
  if (secretKey !== null) return;
  const kept = storeKey(dataDir, key);
  if (kept !== key)
    throw new CommandError(
      `the backup has another secret key than secret.key in ${dataDir}: move that file away, or use another DATA_DIR`,
    );
}

/** Returns the key that the directory now has. A key that is there stays. */
function storeKey(dataDir: string, key: string): string {
  try {
    const kept = findMasterKey(dataDir);
    if (kept === null) storeMasterKey(dataDir, key);
    return kept ?? key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `the secret key of the backup cannot be stored in ${dataDir} (${code}): let this user write there, or set DATA_DIR to another directory`,
    );
  }
}
