import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/harness/database.ts";
import { createRoutedWorker, createTestWorker } from "../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../test/harness/eventually.ts";
import { type SinkOptions, startSmtpSink } from "../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { until } from "../../../test/harness/until.ts";
import type { Database } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import type { NewEmail } from "../emails/new-email.ts";
import { nothingPaused, type Pauses, workerNotifier } from "../recipients/index.ts";
import { senderReturnPathOf } from "./route/return-path-of.ts";
import type { Routes } from "./route/router.ts";
import { RelayTransport } from "./transmit/relay-transport.ts";
import type { Transport } from "./transmit/transport.ts";
import type { DeliveryWorker } from "./worker.ts";

const log = createLogger("silent", "test");
let database: Database;
let cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
  cleanUp = [];
});
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
});

async function send(to: string[]): Promise<NewEmail> {
  const email = draftEmail(newId(), { to, subject: "Hello", html: "<p>Hi</p>" });
  await storeEmails(database, [email]);
  workerNotifier(database, log)();
  return email;
}

async function startWorker(transport: Transport): Promise<DeliveryWorker> {
  const worker = createTestWorker({ database, transport });
  await worker.start();
  cleanUp.push(() => worker.stop());
  return worker;
}

async function startRelay(options: SinkOptions) {
  const sink = await startSmtpSink(options);
  cleanUp.push(() => sink.close());
  const endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    tls: "none",
    auth: null,
    rejectUnauthorized: true,
  } as const;
  await startWorker(new RelayTransport({ endpoint, heloName: "posthouse.example" }));
  return sink;
}

async function statesOf(email: NewEmail): Promise<string[]> {
  const { rows } = await database.pool.query(
    "SELECT state FROM recipients WHERE account_id = $1 AND email_id = $2 ORDER BY position",
    [email.accountId, email.id],
  );
  return rows.map(({ state }) => state);
}

const settled = (email: NewEmail, states: string[]) =>
  eventually(async () => expect(await statesOf(email)).toEqual(states));

async function eventsOf(email: NewEmail) {
  const { rows } = await database.pool.query(
    "SELECT type, attempt, position, detail FROM events WHERE account_id = $1 AND email_id = $2 ORDER BY position, created_at, id",
    [email.accountId, email.id],
  );
  return rows;
}

/** Makes the retry due now. */
const makeDue = (email: NewEmail) =>
  database.pool.query(
    "UPDATE recipients SET due_at = now() WHERE account_id = $1 AND email_id = $2 AND due_at IS NOT NULL",
    [email.accountId, email.id],
  );

describe("delivery through a relay", () => {
  test("an email to three is one message with three recipients, and each is delivered", async () => {
    const sink = await startRelay({});
    const email = await send(["a@example.com", "b@example.com", "c@example.com"]);
    await settled(email, ["delivered", "delivered", "delivered"]);
    expect(sink.messages).toMatchObject([
      { from: "sender@example.com", recipients: ["a@example.com", "b@example.com", "c@example.com"] },
    ]);
    expect(sink.messages[0]?.raw.toString()).toContain(`Message-ID: <${email.messageId}>`);
    expect(await eventsOf(email)).toMatchObject(
      [0, 1, 2].map((position) => ({ type: "delivered", attempt: 1, position })),
    );
  });

  test("a 5xx for one recipient does not affect the others (E17)", async () => {
    const sink = await startRelay({
      script: { rcpt: ({ address }) => (address.startsWith("no") ? "550 5.1.1 unknown" : undefined) },
    });
    const email = await send(["a@example.com", "no@example.com", "c@example.com"]);
    await settled(email, ["delivered", "bounced", "delivered"]);
    expect(sink.messages[0]?.recipients).toEqual(["a@example.com", "c@example.com"]);
    const bounce = (await eventsOf(email)).find(({ type }) => type === "bounced");
    expect(bounce).toMatchObject({ position: 1, detail: { code: 550, enhanced: "5.1.1", phase: "rcpt" } });
  });

  test("recipients that need no server are settled together", async () => {
    const routes: Routes = {
      hopTo: () => ({ kind: "bounced", reason: "no such domain" }),
      returnPathOf: senderReturnPathOf,
      maxInFlight: 512,
      maxTransactions: 20,
      perDomain: Number.POSITIVE_INFINITY,
      close: async () => undefined,
    };
    const worker = createRoutedWorker({ database, routes });
    const email = await send(Array.from({ length: 20 }, (_, n) => `u${n}@example.com`));
    await worker.start();
    cleanUp.push(() => worker.stop());
    await settled(email, Array(20).fill("bounced"));
    const { rows } = await database.pool.query(
      "SELECT count(*)::integer AS events, count(DISTINCT xmin::text)::integer AS commits FROM events WHERE type = 'bounced'",
    );
    expect(rows).toEqual([{ events: 20, commits: 1 }]);
  });

  test("a 4xx is retried, and the second message is equal to the first, byte for byte (E15)", async () => {
    let refusals = 1;
    const attempts: Buffer[] = [];
    await startRelay({
      script: {
        dot: ({ raw }) => {
          attempts.push(raw);
          return refusals-- > 0 ? "451 4.7.1 greylisted, come back" : undefined;
        },
      },
    });
    const email = await send(["a@example.com"]);
    await settled(email, ["deferred"]);
    await makeDue(email);
    workerNotifier(database, log)();
    await settled(email, ["delivered"]);
    expect(attempts[1]?.equals(attempts[0]!)).toBe(true);
    expect(await eventsOf(email)).toMatchObject([
      { type: "deferred", attempt: 1, detail: { code: 451, line: expect.stringContaining("greylisted") } },
      { type: "delivered", attempt: 2 },
    ]);
  });

  test("a connection that breaks after the dot leaves the recipient uncertain, not deferred", async () => {
    const sink = await startRelay({ script: { dot: "drop-after" } });
    const email = await send(["a@example.com"]);
    await settled(email, ["uncertain"]);
    expect(sink.messages).toHaveLength(1);
    expect(await eventsOf(email)).toMatchObject([{ type: "uncertain", detail: { phase: "dot" } }]);
  });

  test("a recipient whose time is up expires, with the last reply (E16)", async () => {
    await startRelay({ script: { rcpt: "452 4.2.2 mailbox full" } });
    const email = await send(["a@example.com"]);
    await settled(email, ["deferred"]);
    await database.pool.query(
      // Time for one more try, and not for another one after it.
      "UPDATE recipients SET expires_at = now() + interval '25 s' WHERE email_id = $1",
      [email.id],
    );
    await makeDue(email);
    workerNotifier(database, log)();
    await settled(email, ["expired"]);
    expect((await eventsOf(email)).at(-1)).toMatchObject({ type: "expired", detail: { code: 452 } });
  });
});

test("a large email to many recipients is sent completely, 50 recipients in each transaction, and does not hold up other accounts", async () => {
  const sink = await startRelay({});
  const html = `<p>${"0123456789".repeat(100_000)}</p>`;
  const email = draftEmail(newId(), {
    to: Array.from({ length: 120 }, (_, n) => `u${n}@example.com`),
    subject: "Large",
    html,
    text: "short",
  });
  await storeEmails(database, [email]);
  const other = await send(["a@example.com"]);
  await settled(other, ["delivered"]);
  await settled(
    email,
    Array.from({ length: 120 }, () => "delivered"),
  );
  const large = sink.messages.filter(({ raw }) => raw.length > 1_000_000);
  expect(large.map(({ recipients }) => recipients.length).sort()).toEqual([20, 50, 50]);
});

describe("stopping", () => {
  test("transactions that have begun are settled; the other recipients are due for other workers at once (F18)", async () => {
    const begun = Promise.withResolvers<string | undefined>();
    const end = Promise.withResolvers<void>();
    const transport: Transport = {
      transmit: async ({ envelope }) => {
        begun.resolve(envelope.recipients[0]);
        await end.promise;
        return envelope.recipients.map(() => ({ kind: "delivered" as const, reason: "250" }));
      },
      close: async () => undefined,
    };
    const sent = [await send(["a@example.com"]), await send(["b@example.com"])] as const;
    const worker = createTestWorker({ database, transport, maxTransactions: 1 });
    await worker.start();
    const [first, second] = (await begun.promise) === "a@example.com" ? sent : sent.toReversed();
    if (!first || !second) throw new Error("two were sent");
    await settled(second, ["sending"]);
    const stopped = worker.stop();
    await settled(second, ["queued"]);
    end.resolve();
    await stopped;
    expect(await statesOf(first)).toEqual(["delivered"]);
  });

  test("nothing begins while the last claim takes long (F18)", async () => {
    const begun: (string | undefined)[] = [];
    const end = Promise.withResolvers<void>();
    const transport: Transport = {
      transmit: async ({ envelope }) => {
        begun.push(envelope.recipients[0]);
        await end.promise;
        return envelope.recipients.map(() => ({ kind: "delivered" as const, reason: "250" }));
      },
      close: async () => undefined,
    };
    const claim = Promise.withResolvers<Pauses>();
    let isSlow = false;
    let slowClaims = 0;
    const pauses = async () => {
      if (!isSlow) return await nothingPaused();
      slowClaims += 1;
      return await claim.promise;
    };
    const sent = [await send(["a@example.com"]), await send(["b@example.com"])];
    const worker = createTestWorker({ database, transport, pauses, maxTransactions: 1 });
    await worker.start();
    await eventually(async () =>
      expect((await Promise.all(sent.map(statesOf))).flat()).toEqual(["sending", "sending"]),
    );
    isSlow = true;
    await eventually(async () => expect(slowClaims).toBe(1));
    const stopped = worker.stop();
    end.resolve();
    await eventually(async () =>
      expect((await Promise.all(sent.map(statesOf))).flat().sort()).toEqual(["delivered", "queued"]),
    );
    claim.resolve(await nothingPaused());
    await stopped;
    expect(begun).toHaveLength(1);
  });
});

describe("a message that cannot be sent does not stop the others", () => {
  test("an email whose content was removed bounces", async () => {
    const removed = draftEmail(newId(), { to: "removed@example.com", subject: "Hello", html: "<p>gone</p>" });
    await storeEmails(database, [removed]);
    await database.pool.query("DELETE FROM contents WHERE account_id = $1", [removed.accountId]);
    const sink = await startRelay({});
    const other = await send(["a@example.com"]);
    await settled(other, ["delivered"]);
    await settled(removed, ["bounced"]);
    expect(sink.messages.map(({ recipients }) => recipients)).toEqual([["a@example.com"]]);
    expect(await eventsOf(removed)).toMatchObject([{ type: "bounced", attempt: 1 }]);
  });

  test("an email that an internal failure stops is given back untried, with a cooldown", async () => {
    const transport: Transport = {
      transmit: async ({ envelope }) => {
        if (envelope.recipients[0] === "unlucky@example.com") throw new Error("an internal failure");
        return envelope.recipients.map(() => ({ kind: "delivered" as const, reason: "250" }));
      },
      close: async () => undefined,
    };
    await startWorker(transport);
    const unlucky = await send(["unlucky@example.com"]);
    const other = await send(["a@example.com"]);
    await settled(other, ["delivered"]);
    await eventually(async () => {
      const { rows } = await database.pool.query(
        "SELECT state, attempt, lease > 0 AS was_claimed FROM recipients WHERE email_id = $1",
        [unlucky.id],
      );
      expect(rows).toEqual([{ state: "queued", attempt: 0, was_claimed: true }]);
    });
    expect(await eventsOf(unlucky)).toEqual([]);
  });
});

test("mail that expired during an outage of a week is not sent (C23)", async () => {
  const email = await send(["late@example.com", "maybe@example.com"]);
  await database.pool.query(
    `UPDATE recipients SET expires_at = now() - interval '1 minute',
       state = CASE position WHEN 0 THEN 'deferred' ELSE 'uncertain' END WHERE email_id = $1`,
    [email.id],
  );
  const sink = await startRelay({});
  const other = await send(["a@example.com"]);
  await settled(other, ["delivered"]);
  await settled(email, ["expired", "uncertain"]);
  expect(sink.messages.map(({ recipients }) => recipients)).toEqual([["a@example.com"]]);
});

test("large messages wait for each other, small ones do not wait for them (F15)", async () => {
  let open = 0;
  let most = 0;
  const sink = await startRelay({
    script: {
      dot: async ({ raw }) => {
        if (raw.length < 1_000_000) return undefined;
        open += 1;
        most = Math.max(most, open);
        await until(() => sink.messages.length > 0, { within: 60_000, what: "the small one" });
        open -= 1;
        return undefined;
      },
    },
  });
  // 26 MB of lines that need no encoding.
  const html = `${"0123456789".repeat(7)}\n`.repeat(370_000);
  const large = Array.from({ length: 4 }, (_, n) =>
    draftEmail(newId(), { to: `large${n}@example.com`, subject: "Large", html, text: "short" }),
  );
  await storeEmails(database, large);
  const small = await send(["small@example.com"]);
  await settled(small, ["delivered"]);
  for (const email of large) await settled(email, ["delivered"]);
  // The limit of 96 MB has room for three of them.
  expect(most).toBeLessThanOrEqual(3);
  expect(most).toBeGreaterThan(0);
});
