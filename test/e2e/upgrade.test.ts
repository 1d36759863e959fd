import { randomBytes } from "node:crypto";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { knownMigrations, migrate, openDatabase } from "../../src/platform/db/index.ts";
import { freeBytes } from "../../src/platform/files/index.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";
import { databaseUrl, runSql } from "../harness/database.ts";
import { nodePath } from "../harness/node-path.ts";
import { program, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { envOf, fillQueue } from "../upgrade/fill-queue.ts";
import { loadRecipients, type StoredRecipient } from "../upgrade/recipients.ts";
import { listReleases, readRelease } from "../upgrade/releases.ts";
import { countRows, loadSnapshot, type Snapshot, takeSnapshot } from "../upgrade/snapshot.ts";
import { runCommand } from "./start/run-command.ts";

const THIS_VERSION = "this version";
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.close());

async function createEmptyDatabase(): Promise<string> {
  const server = inject("postgresUrl");
  const name = `upgrade_${randomBytes(8).toString("hex")}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  onTestFinished(() => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`));
  return databaseUrl(server, name);
}

async function snapshotOf(version: string): Promise<Snapshot> {
  if (version !== THIS_VERSION) return await readRelease(version);
  const url = await createEmptyDatabase();
  await fillQueue(url);
  return await takeSnapshot(url, version);
}

async function checkUpgrade(env: Record<string, string>, ...args: string[]) {
  return await runCommand([nodePath, program, "upgrade", "--check", ...args], { cwd: tmpdir(), env }).ended;
}

const pendingSince = async ({ migrations }: Snapshot) =>
  (await knownMigrations()).filter((name) => !migrations.includes(name));

const isOpen = ({ state }: StoredRecipient) => ["queued", "deferred"].includes(state);

// Before the first release, and between releases, this version's own queue shows that the test itself works.
test.each([...(await listReleases()), THIS_VERSION])(
  "an upgrade from %s with a full queue sends each waiting email once, and changes no result (F19)",
  async (version) => {
    const snapshot = await snapshotOf(version);
    const url = await createEmptyDatabase();
    await loadSnapshot(url, snapshot);
    // So that the test need not wait for the retries.
    await runSql(url, "UPDATE recipients SET due_at = now() WHERE state = 'deferred'");
    const before = await loadRecipients(url);
    const due = before.filter((one) => isOpen(one) && one.due);
    expect(due.length).toBeGreaterThan(300);

    const check = await checkUpgrade({ DATABASE_URL: url }, "--json");
    expect(check.code, check.stderr).toBe(0);
    expect(JSON.parse(check.stdout)).toMatchObject({
      pending_migrations: await pendingSince(snapshot),
      queued_recipients: before.filter(isOpen).length,
      // The disk of an external database cannot be seen.
      ...{ free_bytes: null, has_room: null },
    });

    const { schema_migrations: _, ...rows } = await countRows(url);
    expect(rows.emails).toBeGreaterThan(300);
    await migrate(url);
    expect(await loadRecipients(url)).toEqual(before);
    // A migration that moves or removes rows on purpose is an exception here.
    expect(await countRows(url)).toMatchObject(rows);

    const since = sink.messages.length;
    const posthouse = await startPosthouse({ env: envOf(url, sink.port) });
    onTestFinished(() => stopAndRemove(posthouse));
    const dueKeys = new Set(due.map(({ key }) => key));
    await until(
      async () =>
        (await loadRecipients(url)).every(({ key, state }) => !dueKeys.has(key) || state === "delivered"),
      { within: 60_000, what: "all waiting emails" },
    );

    const arrived = sink.messages.slice(since).flatMap(({ recipients }) => recipients);
    expect(arrived.sort()).toEqual(due.map(({ address }) => address).sort());
    const after = new Map((await loadRecipients(url)).map((one) => [one.key, one]));
    expect(after.size).toBe(before.length);
    for (const one of before) if (!dueKeys.has(one.key)) expect(after.get(one.key)).toEqual(one);
  },
);

test("upgrade --check lists the pending migrations, advises a backup, and exits with 1 if the disk has too little space", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "posthouse-upgrade-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const log = createLogger("silent", "upgrade");
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  onTestFinished(() => postgres.stop());
  const snapshot = await readRelease("0.1.0");
  await loadSnapshot(postgres.connectionString, snapshot);

  const pending = await pendingSince(snapshot);
  expect(pending.length).toBeGreaterThan(1);
  const advice = `${pending.length} migrations to apply: ${pending.join(", ")}\nBack up first: posthouse backup. `;
  const enough = await checkUpgrade({ DATA_DIR: dataDir });
  expect(enough).toMatchObject({ code: 0, stdout: expect.stringContaining(advice) });
  expect(enough.stdout).not.toContain("too little space");

  // PostgreSQL counts every file in the database's directory, and a sparse one takes no space.
  const database = openDatabase(postgres.connectionString, { max: 1 });
  onTestFinished(() => database.close());
  const { rows } = await database.pool.query<{ path: string }>(
    "SELECT current_setting('data_directory') || '/base/' || oid AS path FROM pg_database WHERE datname = current_database()",
  );
  const sparse = join(rows[0]?.path ?? "", "sparse");
  await writeFile(sparse, "");
  await truncate(sparse, (await freeBytes(dataDir)) ?? 0);
  const full = await checkUpgrade({ DATA_DIR: dataDir });
  expect(full.code, full.stderr).toBe(1);
  expect(full.stdout).toContain(advice);
  expect(full.stdout).toMatch(/\nThe disk has too little space: free [\d,]+ MB first\.\n$/);
  const json = await checkUpgrade({ DATA_DIR: dataDir }, "--json");
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
    1,
    { pending_migrations: pending, has_room: false },
  ]);
});
