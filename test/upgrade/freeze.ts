/**
 * `npm run freeze`: before a release, stores a database with a full queue and the checksums of the migrations, so that later versions
 * are tested with them. Commit what it writes.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  currentMigrations,
  frozenMigrations,
  problemsOfFrozen,
} from "../../scripts/release/frozen-migrations.mjs";
import { readVersion } from "../../src/commands/version.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";
import { databaseUrl, runSql } from "../harness/run-sql.ts";
import { fillQueue } from "./fill-queue.ts";
import { listReleases, writeRelease } from "./releases.ts";
import { takeSnapshot } from "./snapshot.ts";

const version = await readVersion();
const problems = problemsOfFrozen(frozenMigrations());
if ((await listReleases()).includes(version))
  problems.push(`${version} is frozen; its snapshot never changes`);
for (const problem of problems) console.error(`freeze: ${problem}`);
if (problems.length > 0) process.exit(1);

const dataDir = await mkdtemp(join(tmpdir(), "posthouse-freeze-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger("warn", "freeze") });
try {
  await runSql(postgres.connectionString, "CREATE DATABASE frozen");
  const url = databaseUrl(postgres.connectionString, "frozen");
  await fillQueue(url);
  await writeRelease(await takeSnapshot(url, version));
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
const lines = [...currentMigrations()].map(([name, hash]) => `${hash}  ${name}\n`);
await writeFile(fileURLToPath(new URL("frozen-migrations.sha256", import.meta.url)), lines.join(""));
console.log(`Posthouse ${version} is frozen: commit test/upgrade`);
