import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { type Database, openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { OPERATOR } from "../../audit/index.ts";
import { stopLinks } from "../settings/change-settings.ts";
import { StoppedLinks } from "./stopped-links.ts";

const database = useDatabase();
const down = openDatabase("postgres://127.0.0.1:1/nothing", { max: 1 });
const log = createLogger("silent", "test");
let directory: string;
let account: { id: string; number: number };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "stopped-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const { rows } = await database.pool.query(
    "INSERT INTO accounts (id, name) VALUES ($1, 'Test') RETURNING id, number",
    [newId()],
  );
  account = rows[0];
});

/** Whether the account's links are stopped in a process that starts now. */
async function isStoppedAtStart(of: Database): Promise<boolean> {
  const stopped = new StoppedLinks({ database: of, directory, log });
  await stopped.start();
  stopped.stop();
  return stopped.has(account.number);
}
const stop = (stopped: boolean) => stopLinks(database, { accountId: account.id, by: OPERATOR, stopped });

test("stopped links stay stopped in a process that starts without a database (H3)", async () => {
  await stop(true);
  expect(await isStoppedAtStart(database)).toBe(true);
  expect(await isStoppedAtStart(down)).toBe(true);
});

test("links that were resumed while no process ran redirect, also in a process that starts without a database", async () => {
  await stop(true);
  expect(await isStoppedAtStart(database)).toBe(true);
  await stop(false);
  expect(await isStoppedAtStart(database)).toBe(false);
  expect(await isStoppedAtStart(down)).toBe(false);
});

test.each(["[1, 2", "{}", '["a"]'])(
  "a damaged list (%s) does not prevent the start without a database, and is kept",
  async (text) => {
    await writeFile(join(directory, "stopped-links.json"), text);
    expect(await isStoppedAtStart(down)).toBe(false);
    expect(await readdir(directory)).toEqual(["stopped-links.json.damaged"]);
  },
);
