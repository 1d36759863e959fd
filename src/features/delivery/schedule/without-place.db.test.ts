import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createRoutedWorker } from "../../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { relayPlan } from "../relays/relay-plan.ts";
import { senderReturnPathOf } from "../route/return-path-of.ts";
import type { Routes } from "../route/router.ts";

const database = useDatabase();

/** All mail goes through a relay with one connection. Each message takes 5 ms, and no worker has more than a batch. */
const routes: Routes = {
  hopTo: () => ({
    throttle: "relay",
    plan: relayPlan(1),
    taken: { route: "relay" },
    transmit: async ({ envelope: { recipients } }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return recipients.map(() => ({ kind: "delivered" as const, reason: "250", phase: "dot" as const }));
    },
  }),
  returnPathOf: senderReturnPathOf,
  maxInFlight: 128,
  maxTransactions: 20,
  perDomain: Number.POSITIVE_INFINITY,
  close: async () => undefined,
};

test("a worker without a place in the throttle of a relay leaves the relay's mail to the other worker (E33)", async () => {
  const accountId = newId();
  const emails = Array.from({ length: 400 }, (_, n) =>
    draftEmail(accountId, { to: `u${n}@example.com`, subject: "x", text: "x" }),
  );
  await storeEmails(database, emails);
  const workers = [createRoutedWorker({ database, routes }), createRoutedWorker({ database, routes })];
  const count = async (what: string, where: string): Promise<number> => {
    const { rows } = await database.pool.query(`SELECT ${what}::integer AS count FROM recipients ${where}`);
    return rows[0].count;
  };
  const startedAt = performance.now();
  try {
    for (const worker of workers) await worker.start();
    await eventually(async () => expect(await count("count(*)", "WHERE state = 'delivered'")).toBe(400), 200);
    // Batches that were claimed before the workers knew of each other, and a probe at each exchange, every 100 ms.
    const probes = (performance.now() - startedAt) / 100;
    expect((await count("sum(lease)", "")) - 400).toBeLessThan(3 * 128 + probes);
  } finally {
    for (const worker of workers) await worker.stop();
  }
});
