import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createRoutedWorker } from "../../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { testServices } from "../../../../test/harness/services.ts";
import { type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { loadConfig } from "../../../config.ts";
import { newId } from "../../../platform/ids/index.ts";
import { deliveryRoutesOf } from "../../../processes/services/delivery-routes.ts";
import { countOpenByPeriod } from "../../recipients/index.ts";
import { DeliveryModes, INSTANCE_ID } from "../../routing/index.ts";
import { changeMode } from "../../routing/modes/change-mode.ts";
import { recordModeAtStart } from "../../routing/modes/record-mode-at-start.ts";

const database = useDatabase({ max: 8 });
const accountId = newId();
const relayId = newId();
const actor = { accountId, by: { personId: null, keyId: null, network: null } };
const stops: (() => Promise<void>)[] = [];
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'ours')", [accountId]);
  await database.pool.query(
    `INSERT INTO relays (account_id, id, name, kind, url, weight, max_connections, enabled)
     VALUES ($1, $2, 'eu', 'smtp', $3, 1, 5, true)`,
    [INSTANCE_ID, relayId, `smtp://127.0.0.1:${sink.port}?tls=none`],
  );
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await database.pool.query("TRUNCATE recipients, emails, events, delivery_modes, throttles, workers");
  sink.messages.length = 0;
  sink.setScript({});
});
afterAll(() => sink.close());

async function startWorker(env: Record<string, string> = {}): Promise<void> {
  const config = loadConfig({ SECRET_KEY: "k".repeat(32), ...env });
  await recordModeAtStart(database, config);
  const services = testServices({ config, database });
  const worker = createRoutedWorker({ database, routes: deliveryRoutesOf(services) });
  await worker.start();
  stops.push(() => worker.stop());
}

const switchTo = (mode: "capture" | "relay") =>
  changeMode({ database, deliveryOverride: null }, { mode, relayId, actor });

const enable = (isEnabled: boolean) =>
  database.pool.query("UPDATE relays SET enabled = $1, revision = revision + 1", [isEnabled]);

let number = 0;
/** Accepts an email with one recipient; returns its subject. */
async function accept(releaseRelayId: string | null = null): Promise<string> {
  number += 1;
  const subject = `mail ${number}`;
  const email = draftEmail(accountId, { to: "a@example.org", subject, text: "Hi" });
  await storeEmails(database, [{ ...email, releaseRelayId }]);
  return subject;
}

/** The final states by subject; each recipient has one final event. */
async function outcomes(): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ subject: string; state: string; finals: number }>(
    `SELECT subject, state, (SELECT count(*)::integer FROM events v WHERE v.email_id = e.id AND v.account_id = e.account_id
       AND type IN ('delivered', 'captured')) AS finals
     FROM recipients r JOIN emails e ON e.id = r.email_id AND e.account_id = r.account_id`,
  );
  for (const { state, finals } of rows)
    expect(finals).toBe(state === "delivered" || state === "captured" ? 1 : 0);
  return new Map(rows.map(({ subject, state }) => [subject, state]));
}

const sentSubjects = () => sink.messages.map(({ raw }) => /^Subject: ([^\r\n]*)/m.exec(raw.toString())?.[1]);
const makeDue = () =>
  database.pool.query("UPDATE recipients SET due_at = now() WHERE due_at IS NOT NULL AND state <> 'sending'");

/** Accepts mail as fast as the database stores it until `done` settles. */
async function acceptUntil(done: Promise<unknown>): Promise<string[]> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  const subjects: string[] = [];
  while (!isDone) subjects.push(await accept());
  return subjects;
}

test("going live while a worker claims: each email is captured or sent once, by the mode in which it was accepted", async () => {
  await startWorker();
  const before = [await accept(), await accept()];
  const going = switchTo("relay");
  const meanwhile = await acceptUntil(going);
  const after = [await accept(), await accept()];
  await eventually(async () => {
    const states = [...(await outcomes()).values()];
    expect(states.filter((state) => state !== "captured" && state !== "delivered")).toEqual([]);
  }, 400);
  const states = await outcomes();
  for (const subject of before) expect(states.get(subject)).toBe("captured");
  for (const subject of after) expect(states.get(subject)).toBe("delivered");
  // The switch has one moment: all mail before it is captured, and all mail after it is sent.
  const order = meanwhile.map((subject) => states.get(subject));
  expect(order).toEqual(order.toSorted());
  const delivered = [...states].filter(([, state]) => state === "delivered").map(([subject]) => subject);
  expect(sentSubjects().toSorted()).toEqual(delivered.toSorted());
});

test("test mail that is scheduled is captured at its time, although the instance is live", async () => {
  const scheduled = await accept();
  await database.pool.query("UPDATE recipients SET ready = false, due_at = now() + interval '1 hour'");
  await startWorker();
  await switchTo("relay");
  await makeDue();
  await eventually(async () => expect((await outcomes()).get(scheduled)).toBe("captured"), 400);
  expect(sentSubjects()).toEqual([]);
});

test("mail that was released in test mode goes through its relay, or another one, and waits while none is enabled", async () => {
  const becomes = (subject: string, state: string) =>
    eventually(async () => expect((await outcomes()).get(subject)).toBe(state), 400);
  await startWorker();
  const [released, elsewhere, captured] = [await accept(relayId), await accept(newId()), await accept()];
  await becomes(released, "delivered");
  await becomes(elsewhere, "delivered");
  await becomes(captured, "captured");
  await enable(false);
  // Workers know of it after a second.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const waiting = await accept(relayId);
  await becomes(waiting, "deferred");
  const { rows } = await database.pool.query("SELECT detail FROM events WHERE type = 'deferred'");
  expect(rows).toMatchObject([{ detail: { reason: expect.stringContaining("disabled or was deleted") } }]);
  await enable(true);
  await eventually(async () => {
    await makeDue();
    expect((await outcomes()).get(waiting)).toBe("delivered");
  }, 400);
  expect(sentSubjects().toSorted()).toEqual([released, elsewhere, waiting].toSorted());
});

test("mail that is released through a relay that was enabled a moment ago does not wait", async () => {
  await enable(false);
  await startWorker();
  const captured = await accept();
  // The worker has read its table for this one.
  await eventually(async () => expect((await outcomes()).get(captured)).toBe("captured"), 400);
  await enable(true);
  const released = await accept(relayId);
  await eventually(async () => expect((await outcomes()).get(released)).not.toBe("queued"), 400);
  await eventually(async () => expect((await outcomes()).get(released)).not.toBe("sending"), 400);
  expect((await outcomes()).get(released)).toBe("delivered");
});

test("mail that was released, and waits, is sent like other mail when the instance is live; the switch does not count it as test mail", async () => {
  await enable(false);
  await startWorker();
  const waiting = await accept(relayId);
  await eventually(async () => expect((await outcomes()).get(waiting)).toBe("deferred"), 400);
  const modes = new DeliveryModes(
    [{ since: new Date(0), mode: "capture", relayId: null, setBy: "start" }],
    null,
  );
  expect(await countOpenByPeriod(database, modes.testPeriods())).toMatchObject({ inPeriods: 0, others: 1 });
  await enable(true);
  await switchTo("relay");
  await eventually(async () => {
    await makeDue();
    expect((await outcomes()).get(waiting)).toBe("delivered");
  }, 400);
  expect(sentSubjects()).toEqual([waiting]);
});

test("going back to test mode while mail is in flight: it is sent once, what waits stays in the queue until the instance is live again", async () => {
  await startWorker();
  await switchTo("relay");
  const held = Promise.withResolvers<void>();
  let inTransaction = 0;
  sink.setScript({
    dot: async () => {
      inTransaction += 1;
      await held.promise;
      return undefined;
    },
  });
  const live: string[] = [];
  for (let n = 0; n < 20; n += 1) live.push(await accept());
  await eventually(() => expect(inTransaction).toBeGreaterThan(0));
  await switchTo("capture");
  const begunBefore = inTransaction;
  // Nothing was routed since, so that only the mail that waits can have the mode read again.
  held.resolve();
  await eventually(async () => {
    const states = [...(await outcomes()).values()];
    expect(states.filter((state) => state === "sending" || state === "queued")).toEqual([]);
  }, 400);
  const waiting = [...(await outcomes())]
    .filter(([, state]) => state === "deferred")
    .map(([subject]) => subject);
  expect(waiting).toHaveLength(live.length - begunBefore);
  const test = await accept();
  await eventually(async () => expect((await outcomes()).get(test)).toBe("captured"), 400);
  await switchTo("relay");
  await makeDue();
  await eventually(async () => {
    const states = await outcomes();
    expect(live.filter((subject) => states.get(subject) !== "delivered")).toEqual([]);
  }, 400);
  expect(sentSubjects().toSorted()).toEqual(live.toSorted());
});

test("DELIVERY=relay sends through a relay of the dashboard without SMTP_RELAY_URL", async () => {
  await startWorker({ DELIVERY: "relay" });
  const subject = await accept();
  await eventually(async () => expect((await outcomes()).get(subject)).toBe("delivered"), 400);
  expect(sentSubjects()).toEqual([subject]);
});

test("without an enabled relay, mail waits and is neither captured nor lost", async () => {
  await enable(false);
  await startWorker({ DELIVERY: "relay" });
  const subject = await accept();
  await eventually(async () => expect((await outcomes()).get(subject)).toBe("deferred"), 400);
  await enable(true);
  await eventually(async () => {
    await makeDue();
    expect((await outcomes()).get(subject)).toBe("delivered");
  }, 400);
});
