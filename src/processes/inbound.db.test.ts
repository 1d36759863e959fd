import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { useDatabase } from "../../test/harness/database.ts";
import { startRole } from "../../test/harness/services.ts";
import { until } from "../../test/harness/until.ts";
import { loadConfig } from "../config.ts";
import { newId } from "../platform/ids/index.ts";
import { inbound } from "./inbound.ts";

const database = useDatabase();

test("mail that was unread before a restart is read, although no more needs to come", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "inbound-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  // Its last attempt needs no thread, which starts slowly on a busy machine.
  await database.pool.query(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo, attempts)
     VALUES ($1, 'Subject: x', 0, '', '{a@in.test}', '', '', 5)`,
    [newId()],
  );
  const config = loadConfig({
    DELIVERY: "relay",
    SECRET_KEY: "a secret key for tests, long enough",
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
  });
  const role = await startRole(inbound, config);
  onTestFinished(() => role.stop());
  const outcomes = async () =>
    (await database.pool.query("SELECT outcomes FROM inbound_messages")).rows[0].outcomes;
  expect(await until(outcomes, { what: "the message to be read" })).toEqual(["failed"]);
});
