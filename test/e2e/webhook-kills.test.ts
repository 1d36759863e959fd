import { expect, test } from "vitest";
import { createTestDatabase } from "../harness/database.ts";
import { proveWebhooks } from "../prove/webhooks/webhooks-run.ts";

test("a sender that is killed at each of four points between a request and the commit of its record loses no event, and keeps ids and order (`npm run prove -- --only webhooks` for 1,000 kills) (F1, I11)", async ({
  onTestFinished,
}) => {
  const seed = Math.floor(Math.random() * 1e9);
  const { connectionString, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { events, kills, ...report } = await proveWebhooks({ connectionString, kills: 4, seed, stubborn: 0 });
  expect(report, `seed ${seed}`).toMatchObject({
    lost: [],
    foreign: [],
    unstable: [],
    outOfOrder: [],
    unexplained: [],
    unrecorded: 0,
  });
  expect(kills).toEqual({ received: 1, answered: 1, recording: 1, committed: 1 });
  expect(events).toBeGreaterThan(50);
});
