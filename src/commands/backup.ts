import { statSync } from "node:fs";
import type { Writable } from "node:stream";
import type { Config } from "../config.ts";
import { writeBackup } from "../platform/backup/index.ts";
import { pendingMigrations } from "../platform/db/index.ts";
import { findMasterKey } from "../platform/secrets/index.ts";
import { CommandError } from "./explain.ts";
import { withConnection } from "./open-instance.ts";
import { openStandardOutput } from "./standard-output.ts";
import { readVersion } from "./version.ts";
import { explainWrite, refuseExisting, writeNewFile } from "./write-new-file.ts";

type BackupOptions = { file: string | undefined; withSecretKey: boolean; json: boolean };

/** Writes a backup of the database to a file, or to standard output (`-`), while the server runs. */
export async function backup({ file = defaultName(), withSecretKey, json }: BackupOptions): Promise<void> {
  if (file === "-" && process.stdout.isTTY)
    throw new CommandError("a backup is binary: redirect standard output, or name a file");
  if (file !== "-") refuseExisting(file);
  const version = await readVersion();
  const startedAt = performance.now();
  const rows = await withConnection(async ({ config, connectionString }) => {
    if ((await pendingMigrations(connectionString)).length > 0)
      throw new CommandError(
        "the database is not up to date: run posthouse migrate, or start the server once",
      );
    const secretKey = withSecretKey ? readSecretKey(config) : null;
    return await writeTo(file, { connectionString, version, secretKey });
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const bytes = file === "-" ? null : statSync(file).size;
  if (json) {
    const result = { file: file === "-" ? null : file, rows, bytes, seconds, secret_key: withSecretKey };
    // Standard output may be the backup itself.
    (file === "-" ? process.stderr : process.stdout).write(`${JSON.stringify(result)}\n`);
    return;
  }
  const size = bytes === null ? "" : `, ${(bytes / 1_048_576).toFixed(1)} MB`;
  process.stderr.write(
    `${file === "-" ? "Backup written" : `Backup written to ${file}`}: ${rows.toLocaleString("en")} rows${size}, ${seconds.toFixed(1)} s.\n${adviceOnKey(withSecretKey)}\n`,
  );
}

function adviceOnKey(isIncluded: boolean): string {
  return isIncluded
    ? "It contains the secret key: anyone with the file can sign mail as your domains. Keep it as safe as the key."
    : "It does not contain the secret key. Keep a copy of SECRET_KEY, or of secret.key in DATA_DIR: without it, DKIM keys and relay passwords in the backup cannot be read.";
}

type Writing = { connectionString: string; version: string; secretKey: string | null };

async function writeTo(file: string, writing: Writing): Promise<number> {
  const onTable = showProgress("backed up");
  const write = async (out: Writable) => (await writeBackup({ ...writing, out, onTable })).rows;
  if (file !== "-") return await writeNewFile(file, write);
  try {
    return await write(openStandardOutput());
  } catch (error) {
    throw explainWrite("standard output", error);
  }
}

/** On a terminal, shows the last table on one line. */
export function showProgress(done: string): (table: { table: string; rows: number }) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return ({ table, rows }) =>
    process.stderr.write(`\r\x1b[K${table}: ${rows.toLocaleString("en")} rows ${done}\r`);
}

function readSecretKey(config: Config): string {
  const key = config.secretKey ?? findMasterKey(config.dataDir);
  if (key !== null) return key;
  throw new CommandError(
    `there is no secret key to back up: set SECRET_KEY, or set DATA_DIR to the directory that has secret.key`,
  );
}

/** posthouse-2026-11-23-2130.backup */
function defaultName(): string {
  const [day, time = ""] = new Date().toISOString().split("T");
  return `posthouse-${day}-${time.slice(0, 5).replace(":", "")}.backup`;
}
