import { expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { type AttemptRecord, recordAttempts } from "./record-attempts.ts";
import { openWorld } from "./webhook-world.fixture.ts";

test("a failed event that waits for an earlier one keeps the time of its failure, for which later events wait", async () => {
  const { database, target } = await openWorld();
  const { rows: followers } = await database.pool.query<{ lease: number }>(
    "SELECT lease FROM followers WHERE shard = $1",
    [target.id],
  );
  const failed: AttemptRecord = {
    webhookId: target.id,
    accountId: target.accountId,
    lease: followers[0]?.lease ?? 0,
    cursor: newId(),
    event: { id: newId(), subject: newId(), type: "email.delivered" },
    attempts: 1,
    tries: 1,
    state: "pending",
    retrySeconds: 5,
    wasPending: false,
    outcome: {
      at: new Date(),
      durationMs: 1,
      url: "https://example.com/",
      format: "posthouse",
      signature: "v1,x",
      result: "failed",
      status: 503,
      response: "",
      error: null,
      retryAfterSeconds: null,
    },
  };
  const changedAt = async () =>
    (await database.pool.query<{ updated_at: Date }>("SELECT updated_at FROM webhook_deliveries")).rows[0]
      ?.updated_at;
  expect(await recordAttempts(database, [failed])).toEqual([true]);
  const failedAt = await changedAt();
  await recordAttempts(database, [{ ...failed, wasPending: true, retrySeconds: 60, outcome: null }]);
  expect(await changedAt()).toEqual(failedAt);
  await recordAttempts(database, [{ ...failed, wasPending: true, attempts: 2, tries: 2 }]);
  expect(await changedAt()).not.toEqual(failedAt);
});
