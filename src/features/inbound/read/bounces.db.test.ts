import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OUR_DOMAIN } from "../../../../test/harness/inbound-client.ts";
import { until } from "../../../../test/harness/until.ts";
import { openDatabase } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import {
  dsn,
  type InboundWorld,
  openInboundWorld,
  returnPathOf,
  type SentEmail,
  stubDeps,
} from "../inbound-world.fixture.ts";

let world: InboundWorld;
let accountId: string;
beforeAll(async () => {
  world = await openInboundWorld({
    isUnsubscribeToken: (token) => token === "poison" || token === "broken",
    unsubscribe: async (db, token) => {
      if (token === "broken") throw new Error("not now");
      await sql`SELECT ${"\0"}::text`.execute(db);
      return true;
    },
  });
  accountId = await world.createAccount();
});
afterAll(() => world.close());

describe("a bounce to its return path", () => {
  test("after a delivery adds an event, keeps the state and suppresses the address (G12)", async () => {
    const email = await world.send(accountId, ["gone@elsewhere.test"]);
    const deliveredAt = () => world.query(`SELECT updated_at FROM recipients WHERE email_id = '${email.id}'`);
    const before = await deliveredAt();
    expect(await world.bring([returnPathOf(email)], dsn({ recipient: "gone@elsewhere.test" }))).toEqual([
      "recorded",
    ]);
    expect(await world.statesOf(email)).toEqual(["delivered"]);
    expect(await deliveredAt()).toEqual(before);
    expect(await lateBouncesOf(email)).toEqual([true]);
    expect(await world.eventsOf(email)).toEqual([
      {
        position: 0,
        type: "bounced",
        detail: {
          reason: "a bounce message came back",
          bounce: "hard",
          late: true,
          enhanced: "5.1.1",
          code: 550,
          meaning: "no_such_user",
          line: expect.stringContaining("User unknown"),
          host: "inner.elsewhere.test",
        },
      },
    ]);
    expect(await world.suppressionsOf(accountId)).toMatchObject([
      {
        address: "gone@elsewhere.test",
        reason: "hard_bounce",
        source: "email",
        source_id: email.id,
        event: "bounced",
        reply_code: 550,
        reply_status: "5.1.1",
        reply_host: "inner.elsewhere.test",
      },
    ]);
  });

  test("with NUL octets is accepted and read", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["nul@elsewhere.test"]);
    const message = dsn({ recipient: "nul@elsewhere.test" }).replace("User unknown", "User unknown\0\0 here");
    expect(message).toContain("\0");
    expect(await world.bring([returnPathOf(email)], `${message}\r\n\0\0\r\n`)).toEqual(["recorded"]);
    expect((await world.suppressionsOf(account)).map(({ address }) => address)).toEqual([
      "nul@elsewhere.test",
    ]);
  });

  test("that arrives a hundred times counts once (G3)", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["once@elsewhere.test"]);
    const stored = { to: returnPathOf(email), message: dsn({ recipient: "once@elsewhere.test" }) };
    expect(await world.bring([stored.to], stored.message)).toEqual(["recorded"]);
    expect(await world.leave(Array(99).fill(stored))).toEqual(Array(99).fill("repeated"));
    expect(await world.eventsOf(email)).toHaveLength(1);
    expect(world.bounces.filter(({ recipient }) => recipient.email_id === email.id)).toHaveLength(1);
  });

  test("that names another recipient counts only for the path's recipient (G4)", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["first@elsewhere.test", "second@elsewhere.test"]);
    await world.bring([returnPathOf(email, 1)], dsn({ recipient: "first@elsewhere.test" }));
    expect((await world.eventsOf(email)).map(({ position }) => position)).toEqual([1]);
    expect((await world.suppressionsOf(account)).map(({ address }) => address)).toEqual([
      "second@elsewhere.test",
    ]);
  });

  test("for a reason unrelated to the address is recorded and suppresses nothing (G9)", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["policy@elsewhere.test"]);
    const diagnostic = "550 5.7.1 Message rejected: your IP is on a blocklist";
    const message = dsn({ recipient: "policy@elsewhere.test", status: "5.7.1", diagnostic });
    expect(await world.bring([returnPathOf(email)], message)).toEqual(["recorded"]);
    expect(await world.suppressionsOf(account)).toEqual([]);
  });

  test("that is soft is reported to onBounced, and a later hard one is recorded too", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["full@elsewhere.test"]);
    const diagnostic = "552 5.2.2 mailbox full";
    const soft = dsn({ recipient: "full@elsewhere.test", status: "5.2.2", diagnostic });
    expect(await world.bring([returnPathOf(email)], soft)).toEqual(["recorded"]);
    expect(await world.suppressionsOf(account)).toEqual([]);
    const bounced = await until(
      () => world.bounces.find(({ recipient }) => recipient.email_id === email.id),
      {
        what: "onBounced, after the commit",
      },
    );
    expect(bounced).toMatchObject({ verdict: "soft" });
    const hard = dsn({ recipient: "full@elsewhere.test" });
    expect(await world.bring([returnPathOf(email)], hard)).toEqual(["recorded"]);
    expect((await world.eventsOf(email)).map(({ detail }) => detail)).toMatchObject([
      { bounce: "soft", late: true, meaning: "mailbox_full" },
      { bounce: "hard", late: true, further: true, meaning: "no_such_user" },
    ]);
    expect((await world.eventsOf(email))[0]?.detail).not.toHaveProperty("further");
  });

  test.each([
    ["delivered", { late: true }, "delivered"],
    ["uncertain", { late: false }, "bounced"],
  ])(
    "during an attempt that ends as %s suppresses the address at once, and is applied after the attempt",
    async (outcome, detail, state) => {
      const account = await world.createAccount();
      const email = await world.send(account, ["busy@elsewhere.test"], "sending");
      const stored = { to: returnPathOf(email), message: dsn({ recipient: "busy@elsewhere.test" }) };
      const [id] = (await world.store([stored])) as [string];
      await world.wake();
      const [suppression] = await until(
        async () => {
          const found = await world.suppressionsOf(account);
          return found.length > 0 && found;
        },
        { within: 20_000, what: "the suppression" },
      );
      expect(suppression).toMatchObject({ reason: "hard_bounce", source_id: email.id, event: null });
      expect(await world.statesOf(email)).toEqual(["sending"]);
      expect(await world.eventsOf(email)).toEqual([]);
      await world.query("UPDATE recipients SET state = $2 WHERE email_id = $1", [email.id, outcome]);
      expect(
        await until(() => world.outcomeOf(id), { within: 30_000, what: "the bounce to be applied" }),
      ).toEqual(["recorded"]);
      expect(await world.statesOf(email)).toEqual([state]);
      expect(await world.eventsOf(email)).toMatchObject([{ type: "bounced", detail }]);
      expect(await world.suppressionsOf(account)).toMatchObject([{ event: "bounced" }]);
      expect(await world.query("SELECT attempts FROM inbound_messages WHERE id = $1", [id])).toEqual([
        { attempts: 1 },
      ]);
    },
  );

  test("after the email expired changes no state and counts for no metric", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["past@elsewhere.test"], "expired");
    await world.bring([returnPathOf(email)], dsn({ recipient: "past@elsewhere.test" }));
    expect(await world.statesOf(email)).toEqual(["expired"]);
    expect(await lateBouncesOf(email)).toEqual([false]);
    expect(await world.eventsOf(email)).toMatchObject([{ detail: { late: true, further: true } }]);
  });

  test("turns an uncertain recipient into a bounced one", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["perhaps@elsewhere.test"], "uncertain");
    await world.bring([returnPathOf(email)], dsn({ recipient: "perhaps@elsewhere.test" }));
    expect(await world.statesOf(email)).toEqual(["bounced"]);
    expect(await world.eventsOf(email)).toMatchObject([{ type: "bounced", detail: { late: false } }]);
  });

  test("after an SMTP rejection is a repetition", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["refused@elsewhere.test"], "bounced");
    await world.query(
      "INSERT INTO events (account_id, email_id, id, position, attempt, type, detail) VALUES ($1, $2, $3, 0, 1, 'bounced', '{}')",
      [account, email.id, newId()],
    );
    const message = dsn({ recipient: "refused@elsewhere.test" });
    expect(await world.bring([returnPathOf(email)], message)).toEqual(["repeated"]);
  });
});

async function lateBouncesOf(email: SentEmail): Promise<boolean[]> {
  const rows = await world.query<{ bounced_late: boolean }>(
    "SELECT bounced_late FROM recipients WHERE email_id = $1",
    [email.id],
  );
  return rows.map(({ bounced_late }) => bounced_late);
}

describe("mail that is no bounce (G7, G8)", () => {
  const vacation = (extra: string) =>
    `From: gone@elsewhere.test\r\nTo: x@y.test\r\nSubject: Out of office\r\n${extra}\r\nI am on holiday until Monday.`;

  test.each([
    [
      "a delay",
      (to: string) =>
        dsn({
          recipient: to,
          action: "delayed",
          status: "4.4.1",
          diagnostic: "connect to mx: Connection timed out",
        }),
    ],
    [
      "a delivery",
      (to: string) => dsn({ recipient: to, action: "delivered", status: "2.0.0", diagnostic: "250 ok" }),
    ],
    [
      "a relayed message",
      (to: string) => dsn({ recipient: to, action: "relayed", status: "2.0.0", diagnostic: "250 ok" }),
    ],
    ["an automatic reply", () => vacation("Auto-Submitted: auto-replied\r\n")],
    [
      "a person's reply",
      () => "From: a@b.test\r\nSubject: Re: Hello\r\n\r\nThanks! User unknown is a funny name.",
    ],
  ])("%s", async (_, message) => {
    const account = await world.createAccount();
    const email = await world.send(account, ["ada@elsewhere.test"]);
    expect(await world.bring([returnPathOf(email)], message("ada@elsewhere.test"))).toEqual(["nothing"]);
    expect(await world.eventsOf(email)).toEqual([]);
    expect(await world.suppressionsOf(account)).toEqual([]);
  });

  test("no reply is ever sent (G8)", async () => {
    const emails = await world.query<{ n: number }>("SELECT count(*) AS n FROM emails");
    await world.bring([`postmaster@${OUR_DOMAIN}`], vacation(""));
    expect(await world.query("SELECT count(*) AS n FROM emails")).toEqual(emails);
  });

  test("mail to the operator is stored", async () => {
    expect(await world.bring([`abuse@${OUR_DOMAIN}`], vacation(""))).toEqual(["kept"]);
    expect(await world.bring([`postmaster@${OUR_DOMAIN}`], dsn({ recipient: "a@b.test" }))).toEqual(["kept"]);
  });
});

describe("mail for deleted or forged recipients, and unreadable mail", () => {
  test("a bounce for a deleted account is dropped and counted (G13)", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["gone@elsewhere.test"]);
    await world.query("DELETE FROM accounts WHERE id = $1", [account]);
    expect(await world.bring([returnPathOf(email)], dsn({ recipient: "gone@elsewhere.test" }))).toEqual([
      "dropped",
    ]);
    expect(await world.eventsOf(email)).toEqual([]);
    await until(() => world.counts.get("bounce dropped") === 1, {
      what: "it to be counted, after the commit",
    });
  });

  test("a forged return path is rejected at RCPT and counted (G1)", async () => {
    const client = await world.greet();
    await client.say("MAIL FROM:<>");
    expect(await client.say(`RCPT TO:<b${"a".repeat(55)}@${OUR_DOMAIN}>`)).toMatch(/^550 5\.1\.1/);
    client.destroy();
    expect(world.counts.get("unknown refused_forged")).toBe(1);
  });

  test("a bounce for a deleted email is dropped (G13)", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["gone@elsewhere.test"]);
    await world.query("DELETE FROM emails WHERE account_id = $1", [account]);
    expect(await world.bring([returnPathOf(email)], dsn({ recipient: "gone@elsewhere.test" }))).toEqual([
      "dropped",
    ]);
  });

  test.each([
    ["an empty message", ""],
    [
      "bytes in no charset",
      Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 37) % 256).filter((b) => b > 13)),
    ],
    [
      "iso-2022-jp",
      Buffer.from(
        "Subject: =?ISO-2022-JP?B?GyRCRUw=?=\r\nContent-Type: text/plain; charset=iso-2022-jp\r\n\r\n\x1b$BEL\x1b(B",
        "latin1",
      ),
    ],
    ["50 nested messages", nested(50)],
    [
      "a boundary that never ends",
      `Content-Type: multipart/report; boundary="${"x".repeat(60)}"\r\n\r\n${"--\r\n".repeat(100_000)}`,
    ],
  ])("%s is read in bounded time and blocks no other message (G11)", async (_, message) => {
    const account = await world.createAccount();
    const email = await world.send(account, ["next@elsewhere.test"]);
    const startedAt = performance.now();
    const [outcome] = await world.bring([returnPathOf(email)], message);
    expect(["nothing", "recorded"]).toContain(outcome);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await world.suppressionsOf(account)).toEqual([]);
  });
});

function nested(depth: number): string {
  let message = "Subject: inner\r\n\r\nUser unknown";
  for (let n = 0; n < depth; n += 1)
    message = `Content-Type: multipart/mixed; boundary="n${n}"\r\n\r\n--n${n}\r\nContent-Type: message/rfc822\r\n\r\n${message}\r\n--n${n}--`;
  return message;
}

describe("readers", () => {
  test("a message of a crashed reader is read by the next one and counts once", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["lost@elsewhere.test"]);
    const stored = { to: returnPathOf(email), message: dsn({ recipient: "lost@elsewhere.test" }) };
    // One was claimed and its lease has expired; the other crashed five readers.
    expect(
      await world.leave([
        { ...stored, attempts: 1 },
        { ...stored, attempts: 5 },
      ]),
    ).toEqual(["recorded", "failed"]);
    expect(await world.eventsOf(email)).toHaveLength(1);
  });

  test("data that PostgreSQL cannot store fails at once, and failures delay no other message (G11)", async () => {
    const message = "Subject: x\r\n\r\nx";
    await world.store(Array(5).fill({ to: `ubroken@${OUR_DOMAIN}`, message }));
    const poison = { to: `upoison@${OUR_DOMAIN}`, message };
    expect(await world.leave([poison, poison, { to: `abuse@${OUR_DOMAIN}`, message }])).toEqual([
      "failed",
      "failed",
      "kept",
    ]);
  });

  test("two nodes read each message once", async () => {
    const account = await world.createAccount();
    const emails = await Promise.all(
      Array.from({ length: 20 }, (_, n) => world.send(account, [`r${n}@elsewhere.test`])),
    );
    const other = await openSecondReader(world);
    const outcomes = await world.leave(
      emails.map((email, n) => ({
        to: returnPathOf(email),
        message: dsn({ recipient: `r${n}@elsewhere.test` }),
      })),
    );
    await other.stop();
    expect(outcomes).toEqual(Array(20).fill("recorded"));
    const counts = await Promise.all(emails.map(async (email) => (await world.eventsOf(email)).length));
    expect(counts).toEqual(Array(20).fill(1));
  });
});

async function openSecondReader({ database }: InboundWorld) {
  const { InboundReader } = await import("./inbound-reader.ts");
  const { Mailboxes } = await import("../mailboxes.ts");
  const { testReturnPaths } = await import("../../../../test/harness/inbound-client.ts");
  const { createLogger } = await import("../../../platform/telemetry/index.ts");
  const own = openDatabase(database.connectionString, { max: 2 });
  const mailboxes = new Mailboxes({
    returnPaths: testReturnPaths,
    isUnsubscribeToken: () => false,
    isOurDomain: async () => true,
    wasOurDomain: async () => false,
  });
  const reader = new InboundReader({
    database: own,
    mailboxes,
    returnPaths: testReturnPaths,
    ...stubDeps,
    onBounced: async () => undefined,
    count: () => undefined,
    log: createLogger("silent", "inbound"),
  });
  reader.start();
  return {
    stop: async () => {
      await reader.stop();
      await own.close();
    },
  };
}
