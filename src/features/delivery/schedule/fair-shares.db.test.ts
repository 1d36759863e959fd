import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createRoutedWorker } from "../../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { workerNotifier } from "../../recipients/index.ts";
import { senderReturnPathOf } from "../route/return-path-of.ts";
import type { Routes } from "../route/router.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import type { Transport } from "../transmit/transport.ts";

const database = useDatabase();

/** Each domain is a throttle of two. Domains named tarpit send no reply until they are released. */
function tarpitRoutes(): { routes: Routes; release: () => void } {
  const released = Promise.withResolvers<void>();
  const transmit: Transport["transmit"] = async ({ envelope: { recipients } }) => {
    if (recipients.some((to) => to.includes("@tarpit"))) await released.promise;
    return recipients.map(() => ({ kind: "delivered" as const, reason: "250" }));
  };
  const routes: Routes = {
    hopTo: (_email, domain) => ({ throttle: domain, plan: evenPlan(2), taken: { route: "test" }, transmit }),
    returnPathOf: senderReturnPathOf,
    maxInFlight: 512,
    maxTransactions: 40,
    perDomain: 8,
    close: async () => undefined,
  };
  return { routes, release: () => released.resolve() };
}

test("accounts whose mail goes to servers that never reply leave slots and capacity for other accounts (E33)", async () => {
  const { routes, release } = tarpitRoutes();
  const worker = createRoutedWorker({ database, routes });
  const send = async (accountId: string, to: string[]) => {
    const emails = to.map((one) => draftEmail(accountId, { to: one, subject: "x", text: "x" }));
    await storeEmails(database, emails);
    workerNotifier(database, createLogger("silent", "test"))();
  };
  const countIn = async (state: string): Promise<number> => {
    const { rows } = await database.pool.query("SELECT FROM recipients WHERE state = $1", [state]);
    return rows.length;
  };
  try {
    await worker.start();
    for (let account = 0; account < 3; account += 1)
      await send(
        newId(),
        Array.from({ length: 600 }, (_, n) => `u@tarpit${account}-${n % 200}.example`),
      );
    await eventually(async () => expect(await countIn("sending")).toBeGreaterThan(320));
    await send(newId(), ["a@example.com"]);
    await eventually(async () => expect(await countIn("delivered")).toBe(1));
  } finally {
    release();
    await worker.stop();
  }
});
