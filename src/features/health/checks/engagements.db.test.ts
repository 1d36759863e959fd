import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { TRACKING_ALERT_RULES } from "../../tracking/alert-rules.ts";
import { engagementsCheck } from "./engagements.ts";

const database = useDatabase();
beforeEach(() => database.pool.query("TRUNCATE processes"));

const report = (node: string, gauges: object) =>
  database.pool.query(
    "INSERT INTO processes (id, role, node, pid, gauges) VALUES (gen_random_uuid(), 'background', $1, 1, $2)",
    [node, gauges],
  );
const examine = () => engagementsCheck.examine({ database });
const rule = TRACKING_ALERT_RULES.engagements_wait;
const alert = (threshold = 0) => rule.find({ database, threshold });

test("without opens and clicks that wait, there is nothing to do", async () => {
  await report("one", { posthouse_process_up: 1 });
  await report("two", { posthouse_tracking_backlog_seconds: 19 });
  expect(await examine()).toMatchObject([{ level: "ok" }]);
  expect(await alert(20)).toEqual([]);
});

test("opens and clicks that have waited for more than two minutes are a warning and an alert that name the machine", async () => {
  await report("one", { posthouse_tracking_backlog_seconds: 0 });
  await report("two", { posthouse_tracking_backlog_seconds: 600 });
  expect(await examine()).toMatchObject([
    { level: "warning", words: expect.stringMatching(/on two have waited for 10 minutes/) },
  ]);
  expect(await alert()).toMatchObject([{ subject: "two" }]);
});
