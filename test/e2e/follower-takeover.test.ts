/** Two nodes on one database. When the process that runs a follower dies, the other node takes over within 30 s. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/index.ts";
import { callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase, type TestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { isAlive, ownerOfConnection, treeOf } from "../harness/processes.ts";
import { until } from "../harness/until.ts";
import { startWebhookReceiver } from "../harness/webhook-receiver.ts";

/** A lease of 20 s, and the time until the other node looks for work. */
const TAKEN_WITHIN_MS = 30_000;

let created: TestDatabase;
let first: Posthouse;
let second: Posthouse;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let key: string;

const startNode = () =>
  startPosthouse({
    env: {
      DATABASE_URL: created.connectionString,
      SECRET_KEY: "one key for both nodes, long enough",
      WEBHOOKS_TO_PRIVATE: "on",
    },
  });

beforeAll(async () => {
  created = await createTestDatabase();
  receiver = await startWebhookReceiver();
  first = await startNode();
  ({ key } = await signUpAndCreateKey(first));
  await rollups(({ lease }) => lease > 0);
  second = await startNode();
});
afterAll(async () => {
  await stopAndRemove(first);
  await stopAndRemove(second);
  await receiver?.close();
  await created?.drop();
});

type Lease = { lease: number; counted: number };

/** Waits until the follower of the roll-ups is as wanted. `counted`: the number of accepted emails that it counted. */
async function rollups(isWanted: (state: Lease) => boolean): Promise<Lease> {
  const database = openDatabase(created.connectionString, { max: 1 });
  try {
    return await until(
      async () => {
        const { rows } = await database.pool.query<Lease>(
          `SELECT lease, (SELECT coalesce(sum(c.count), 0)::integer FROM counts c JOIN count_series s ON s.account_id = c.account_id AND s.id = c.series_id
             WHERE s.kind = 'all' AND c.step = 60 AND c.type = 'accepted') AS counted FROM followers WHERE name = 'rollups'`,
        );
        return rows.find(isWanted);
      },
      { within: TAKEN_WITHIN_MS, every: 100, what: "the roll-ups" },
    );
  } finally {
    await database.close();
  }
}

const send = ({ baseUrl }: Posthouse, subject: string) =>
  sendEmail(baseUrl, key, { from: "a@posthouse.test", to: "b@sink.test", subject, text: "Hello" });

test("roll-ups are counted by the other node after the first one is killed", async () => {
  // The first node has had the follower since before the second one started.
  const { lease } = await rollups(() => true);
  const killed = treeOf(first.pid);
  for (const pid of killed) process.kill(pid, "SIGKILL");
  await until(() => killed.every((pid) => !isAlive(pid)), { what: "the end of the node" });
  try {
    await send(second, "after the kill");
    const taken = await rollups((state) => state.lease > lease && state.counted === 1);
    expect(taken.lease).toBe(lease + 1);
  } finally {
    await first.start();
  }
});

test("a webhook gets its event from the other node after the process that was sending is killed", async () => {
  const { body } = await callApi<{ id: string }>(second.baseUrl, "/api/v1/webhooks", {
    key,
    body: { url: receiver.url, types: ["email.captured"] },
  });
  expect(body.id).toBeTruthy();
  const nodes = [first, second];
  const pidsOf = (node: Posthouse) => node.rolePids("background");
  await until(() => nodes.every((node) => pidsOf(node).length === 1), { what: "both background processes" });

  // No response to the first request, so that its process still has the lease.
  receiver.setReply((_, n) => (n === 1 ? { delayMs: 600_000 } : {}));
  const emailId = await send(second, "for the webhook");
  const request = await until(() => receiver.received[0], { what: "a request" });
  const ports = { near: request.port, far: receiver.port };
  const sender = await until(() => ownerOfConnection(ports, nodes.flatMap(pidsOf)), { what: "the sender" });
  const [dying, other] = pidsOf(first).includes(sender) ? [first, second] : [second, first];

  // The supervisor would start it again.
  process.kill(dying.pid, "SIGSTOP");
  try {
    process.kill(sender, "SIGKILL");
    const again = await until(() => receiver.received[1], {
      within: TAKEN_WITHIN_MS,
      what: "the request of the other node",
    });
    expect([again.id, again.emailId]).toEqual([request.id, emailId]);
    expect([pidsOf(dying).length, pidsOf(other).length]).toEqual([0, 1]);
  } finally {
    process.kill(dying.pid, "SIGCONT");
  }
});
