import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { ACCEPT_TABLES, type ApiCaller, keyCaller, rowCounts } from "../../../../test/harness/api-caller.ts";
import { draftEmail } from "../../../../test/harness/stored-email.ts";
import { AcceptPipeline } from "./accept-pipeline.ts";

const api = useApi();
let caller: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
});

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);
const people = (count: number) => Array.from({ length: count }, (_, n) => `u${n}@example.com`);
const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };
const batchOf = (emails: number, recipients: number) => ({
  emails: Array.from({ length: emails }, () => ({ ...email, to: people(recipients) })),
});

test("batches with thousands of recipients do not share a statement (C30)", async () => {
  const pipeline = new AcceptPipeline({
    database: api.database,
    reasonToRefuseDomain: async () => null,
    tracking: { of: async () => null },
    wantsAcceptanceEvents: async () => false,
    dailyQuota: null,
    onQueued: () => undefined,
  });
  const { rows } = await query("SELECT id FROM accounts LIMIT 1");
  const sender = { accountId: rows[0].id, keyId: null, limits: null };
  const subject = "thousands";
  const batches = [1, 2, 3].map(() =>
    Array.from({ length: 9 }, () => draftEmail(sender.accountId, { ...email, subject, to: people(1_000) })),
  );
  await Promise.all(batches.map((emails) => pipeline.accept({ emails, sender, idempotency: null })));
  const { rows: stored } = await query(
    "SELECT count(DISTINCT xmin::text)::integer AS commits, count(*)::integer AS n FROM emails WHERE subject = $1",
    [subject],
  );
  expect(stored).toEqual([{ commits: 3, n: 27 }]);
});

test("a batch has at most 10,000 recipients in total, in both modes (C28, C19)", async () => {
  const before = await rowCounts(api, ACCEPT_TABLES);
  for (const mode of ["all_or_nothing", "per_item"]) {
    const response = await caller.post("/api/v1/emails/batch", { mode, ...batchOf(11, 910) });
    expect([response.status, response.body.error?.code, response.problems]).toEqual([
      422,
      "validation_failed",
      ["emails"],
    ]);
  }
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  const most = await caller.post("/api/v1/emails/batch", batchOf(10, 1_000));
  expect(most.status).toBe(200);
});
