import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { loadConfig } from "../../../config.ts";
import { newId } from "../../../platform/ids/index.ts";
import { operatorMailCheck } from "./operator-mail.ts";

const database = useDatabase({ max: 1 });

const examine = (env: NodeJS.ProcessEnv = {}) =>
  operatorMailCheck.examine({ config: loadConfig(env), database });
const keep = (from: string, outcome: string, to = "postmaster") =>
  database.pool.query(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo, due_at, outcomes)
     VALUES ($1, '', 0, $2, ARRAY['other@in.test', $4], '', '', NULL, ARRAY['failed', $3])`,
    [newId(), from, outcome, to],
  );

test("mail to postmaster that was not forwarded is reported, with or without ALERT_EMAIL", async () => {
  for (const [from, outcome] of [
    ["", "nothing"],
    ["bob@elsewhere.test", "forwarded"],
  ] as const)
    await keep(from, outcome);
  expect(await examine()).toMatchObject([{ level: "ok" }]);
  const withAddress = { ALERT_EMAIL: "ops@example.com" };
  expect(await examine(withAddress)).toMatchObject([
    { level: "ok", words: "mail to postmaster and abuse is forwarded to ops@example.com" },
  ]);
  await keep("ada@elsewhere.test", "kept");
  await keep("eve@elsewhere.test", "failed", "Abuse@in.test");
  expect(await examine()).toEqual([
    {
      level: "warning",
      words: "2 messages to postmaster or abuse were not forwarded, the latest from eve@elsewhere.test",
      next: "set ALERT_EMAIL to forward such mail in the future",
    },
  ]);
  expect(await examine(withAddress)).toMatchObject([
    {
      level: "warning",
      words: "2 messages to postmaster or abuse were not forwarded, the latest from eve@elsewhere.test",
      next: expect.stringContaining("at most 30 an hour"),
    },
  ]);
});
