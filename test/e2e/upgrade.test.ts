import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { migrate } from "../../src/platform/db/index.ts";
import { databaseUrl, runSql } from "../harness/database.ts";
import { startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { envOf, fillQueue } from "../upgrade/fill-queue.ts";
import { loadRecipients, type StoredRecipient } from "../upgrade/recipients.ts";
import { listReleases, readRelease } from "../upgrade/releases.ts";
import { countRows, loadSnapshot, type Snapshot, takeSnapshot } from "../upgrade/snapshot.ts";

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

const isOpen = ({ state }: StoredRecipient) => ["queued", "deferred"].includes(state);

// Before the first release, and between releases, this version's own queue shows that the test itself works.
test.each([...(await listReleases()), THIS_VERSION])(
  "an upgrade from %s with a full queue sends each waiting email once, and changes no result",
  async (version) => {
    const snapshot = await snapshotOf(version);
    const url = await createEmptyDatabase();
    await loadSnapshot(url, snapshot);
    // So that the test need not wait for the retries.
    await runSql(url, "UPDATE recipients SET due_at = now() WHERE state = 'deferred'");
    const before = await loadRecipients(url);
    const due = before.filter((one) => isOpen(one) && one.due);
    expect(due.length).toBeGreaterThan(300);

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
