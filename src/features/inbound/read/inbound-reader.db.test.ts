import { expect, test } from "vitest";
import { createTestDatabase } from "../../../../test/harness/database.ts";
import { testReturnPaths } from "../../../../test/harness/inbound-door.ts";
import { until } from "../../../../test/harness/until.ts";
import { openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { aloneDeps } from "../inbound-world.fixture.ts";
import { InboundReader } from "./inbound-reader.ts";

test("a message waits a little, and keeps its attempts, when no thread starts that could read it", async () => {
  const created = await createTestDatabase();
  const database = openDatabase(created.connectionString, { max: 4 });
  await database.pool.query(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo)
     VALUES ($1, 'Subject: x', 0, '', '{a@in.test}', '', '')`,
    [newId()],
  );
  const warned: unknown[] = [];
  const reader = new InboundReader(
    {
      ...aloneDeps,
      database,
      mailboxes: { find: async () => ({ kind: "unknown" }) },
      returnPaths: testReturnPaths,
      onBounced: async () => undefined,
      count: () => undefined,
      log: { warn: (told: unknown) => warned.push(told) } as unknown as Logger,
    },
    { script: new URL("data:text/javascript,throw new Error()") },
  );
  reader.start();
  await until(() => warned.length > 0, { what: "the failed start" });
  await reader.stop();
  const { rows } = await database.pool.query(
    `SELECT attempts, outcomes, due_at <= now() + interval '5 seconds' AS is_soon
     FROM inbound_messages`,
  );
  expect(rows).toEqual([{ attempts: 0, outcomes: null, is_soon: true }]);
  await database.close();
  await created.drop();
});
