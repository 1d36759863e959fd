import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import type { SendRequest } from "../../emails/schema/send-schema.ts";
import type { Tracking } from "../../tracking/index.ts";
import { followRollups } from "../rollups/follow-rollups.fixture.ts";
import { loadMetrics } from "./load-metrics.ts";

const database = useDatabase();
const accountId = newId();
const HOST = "https://mail.example.com";
const TAG = { name: "tag", value: "welcome" };

async function store(
  to: string[],
  tracking: Tracking | null,
  request: Pick<SendRequest, "tags" | "stream"> = {},
): Promise<void> {
  const email = draftEmail(accountId, { to, subject: "x", text: "x", ...request });
  await storeEmails(database, [{ ...email, ...(tracking && { tracking }) }]);
}

test("recipients of emails with tracking are counted once, whatever is tracked", async () => {
  const [ada, bob] = ["ada@example.com", "bob@example.com"] as const;
  await store([ada, bob], { opens: true, clicks: true, host: HOST }, { tags: [TAG], stream: "bulk" });
  await store([ada], { opens: true, clicks: false, host: HOST });
  await store([bob], { opens: false, clicks: true, host: HOST }, { tags: [TAG] });
  await store([ada, bob], null, { tags: [TAG] });
  await followRollups(database);
  const totals = async (filters: object) => {
    const question = { accountId, timeZone: "UTC", granularity: "day" as const, actor: "human" as const };
    const metrics = ["recipients", "tracked"] as const;
    return (await loadMetrics(database, { ...question, metrics, dimensions: [], filters }, {})).totals;
  };
  expect(await totals({})).toEqual({ recipients: 6, tracked: 4 });
  expect(await totals({ tag: TAG })).toEqual({ recipients: 5, tracked: 3 });
  expect(await totals({ tag: TAG, stream: "transactional" })).toEqual({ recipients: 3, tracked: 1 });
});
