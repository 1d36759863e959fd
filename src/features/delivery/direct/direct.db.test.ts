import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createRoutedWorker } from "../../../../test/harness/delivery-worker.ts";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { type SinkOptions, type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { DnsClient } from "../../../mail/dns/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { NewEmail } from "../../emails/new-email.ts";
import type { DeliveryWorker } from "../index.ts";
import { senderReturnPathOf } from "../route/return-path-of.ts";
import { composeDirect } from "./compose-direct.ts";
import { DirectRoutes } from "./direct-routes.ts";
import { SystemPool } from "./source-pool.ts";

const log = createLogger("silent", "test");
/** All servers of a test share a port, each on an address of its own. */
const addresses = ["127.0.1.1", "127.0.1.2", "127.0.1.3"] as const;
const database = useDatabase();
let dns: DnsStub;
let worker: DeliveryWorker | null = null;
const sinks: SmtpSink[] = [];

beforeEach(async () => {
  dns = await startDnsServer();
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  for (const sink of sinks.splice(0)) await sink.close();
  await dns.close();
  await database.pool.query("TRUNCATE recipients, emails, events, throttles, provider_domains");
});

/** Starts servers on the first addresses, none where an entry is null, and a worker that delivers to them. */
async function start(servers: (SinkOptions | null)[], options: { mayUsePrivateAddresses?: boolean } = {}) {
  let port = 0;
  const started: (SmtpSink | null)[] = [];
  for (const [n, server] of servers.entries()) {
    const sink = server && (await startSmtpSink({ ...server, host: addresses[n] as string, port }));
    started.push(sink);
    if (sink === null) continue;
    sinks.push(sink);
    ({ port } = sink);
  }
  const hops = composeDirect({
    database,
    log,
    dns: new DnsClient({ servers: [dns.address] }),
    port,
    mayUsePrivateAddresses: true,
    ownNames: ["mx.posthouse.example"],
    ...options,
  });
  worker = createRoutedWorker({
    database,
    routes: new DirectRoutes({
      hops,
      pool: new SystemPool("out.posthouse.example"),
      returnPathOf: senderReturnPathOf,
    }),
  });
  await worker.start();
  return started as (SmtpSink & {})[];
}

/** Hosts mx1, mx2, … of a domain, on the addresses in their order. */
function publish(domain: string, hosts: number): void {
  dns.set(
    `${domain} MX`,
    Array.from({ length: hosts }, (_, n) => ({ preference: 10 * (n + 1), exchange: `mx${n + 1}.${domain}` })),
  );
  for (let n = 0; n < hosts; n += 1) dns.set(`mx${n + 1}.${domain} A`, [addresses[n]]);
}

async function send(to: string[], bcc: string[] = []): Promise<NewEmail> {
  const email = draftEmail(newId(), { to, bcc, subject: "Hello", html: "<p>Hi</p>" });
  await storeEmails(database, [email]);
  return email;
}

async function eventsOf(email: NewEmail) {
  const { rows } = await database.pool.query(
    "SELECT type, position, detail, transcript FROM events WHERE account_id = $1 AND email_id = $2 ORDER BY position, created_at, id",
    [email.accountId, email.id],
  );
  return rows;
}

const events = (email: NewEmail, expected: object[]) =>
  eventually(async () => expect(await eventsOf(email)).toMatchObject(expected));

const refuseUnknown = ({ address }: { address: string }) =>
  address.startsWith("unknown") ? "550 5.1.1 no such user" : undefined;

describe("delivery to the servers of recipients", () => {
  test("one transaction for each domain, at its preferred server; a refused recipient keeps the SMTP conversation", async () => {
    publish("one.example", 2);
    dns.set("two.example MX", [{ preference: 5, exchange: "mail.two.example" }]);
    dns.set("mail.two.example A", [addresses[2]]);
    const [best, second, other] = await start([{ script: { rcpt: refuseUnknown } }, {}, {}]);
    const email = await send(["a@one.example", "b@two.example", "c@one.example", "unknown@one.example"]);
    await events(email, [
      { type: "delivered", detail: { host: "mx1.one.example", route: "direct" }, transcript: null },
      { type: "delivered", detail: { host: "mail.two.example" }, transcript: null },
      { type: "delivered", detail: { host: "mx1.one.example" }, transcript: null },
      { type: "bounced", detail: { host: "mx1.one.example" } },
    ]);
    expect(best?.messages.map(({ recipients }) => recipients)).toEqual([["a@one.example", "c@one.example"]]);
    expect(other?.messages.map(({ recipients }) => recipients)).toEqual([["b@two.example"]]);
    expect(second?.messages).toEqual([]);
    expect(best?.commands[0]).toBe("EHLO out.posthouse.example");
    const { transcript } = (await eventsOf(email)).at(-1);
    expect(transcript).toMatch(
      /C: EHLO out\.posthouse\.example\n[\s\S]*C: RCPT TO:<unknown@one\.example>\n[\s\S]*S: 550 5\.1\.1/,
    );
  });

  test("an unreachable server is skipped for the next one, and the message is sent once (E28)", async () => {
    publish("one.example", 2);
    const [, second] = await start([null, {}]);
    const email = await send(["a@one.example"]);
    await events(email, [{ type: "delivered", detail: { host: "mx2.one.example" } }]);
    expect(second?.messages).toHaveLength(1);
  });

  test.each([
    ["421 at the greeting", { greeting: "421 4.3.2 busy" }],
    ["554 at the greeting", { greeting: "554 5.7.1 blocked" }],
    ["nothing at EHLO", { ehlo: "fin" as const }],
    ["nothing at MAIL", { mail: "fin" as const }],
    ["421 at MAIL", { mail: "421 4.3.2 closing" }],
  ])("E28 %s: the next server gets it", async (_what, script) => {
    publish("one.example", 2);
    await start([{ script }, {}]);
    const email = await send(["a@one.example"]);
    await events(email, [{ type: "delivered", detail: { host: "mx2.one.example" } }]);
  });

  test.each([
    ["450 at RCPT", { rcpt: "450 4.2.0 try later" }, "deferred"],
    ["550 at RCPT", { rcpt: "550 5.1.1 unknown" }, "bounced"],
    ["a break at DATA", { data: "rst" as const }, "deferred"],
    ["a break after the dot", { dot: "drop-after" as const }, "uncertain"],
  ])("after %s, no other server is tried in the same attempt", async (_what, script, type) => {
    publish("one.example", 2);
    const [, second] = await start([{ script }, {}]);
    const email = await send(["a@one.example"]);
    await events(email, [{ type, detail: { host: "mx1.one.example" } }]);
    expect(second?.connections).toBe(0);
  });

  test.each<[string, SinkOptions, string]>([
    ["too large", { size: 100 }, "a@one.example"],
    ["in need of an extension", {}, "müller@one.example"],
  ])("a message that is %s for a backup server waits for the preferred one", async (_what, backup, to) => {
    publish("one.example", 2);
    await start([null, backup]);
    const email = await send([to]);
    await events(email, [
      {
        type: "deferred",
        detail: {
          host: "mx2.one.example",
          reason: expect.stringContaining("A preferred server was unreachable."),
        },
      },
    ]);
  });

  test("a message that is too large for the only server bounces at once, although another address of it is dead", async () => {
    dns.set("one.example MX", [{ preference: 10, exchange: "mx1.one.example" }]);
    dns.set("mx1.one.example A", [addresses[0], addresses[1]]);
    await start([null, { size: 100 }]);
    const email = await send(["a@one.example"]);
    await events(email, [{ type: "bounced", detail: { host: "mx1.one.example", enhanced: "5.3.4" } }]);
  });

  test("a message that is too large for every server bounces, although an address was dead when the backup server was asked", async () => {
    dns.set("one.example MX", [
      { preference: 10, exchange: "mx1.one.example" },
      { preference: 20, exchange: "mx2.one.example" },
    ]);
    dns.set("mx1.one.example A", [addresses[0], addresses[1]]);
    dns.set("mx2.one.example A", [addresses[2]]);
    await start([null, { size: 100 }, { size: 100 }]);
    const email = await send(["a@one.example"]);
    await events(email, [{ type: "bounced", detail: { host: "mx1.one.example", enhanced: "5.3.4" } }]);
  });

  test("a message that needs SMTPUTF8 goes to the server that offers it, and bounces if none does", async () => {
    publish("one.example", 2);
    dns.set("none.example MX", [{ preference: 10, exchange: "mx1.one.example" }]);
    const [, second] = await start([{}, { smtpUtf8: true, eightBitMime: true }]);
    const email = await send(["müller@one.example", "müller@none.example"]);
    await events(email, [
      { type: "delivered", detail: { host: "mx2.one.example" } },
      { type: "bounced", detail: { host: "mx1.one.example", enhanced: "5.6.7" } },
    ]);
    expect(second?.messages).toHaveLength(1);
  });

  test("only the recipient whose address needs SMTPUTF8 goes to another server, or bounces", async () => {
    publish("one.example", 2);
    dns.set("none.example MX", [{ preference: 10, exchange: "mx1.one.example" }]);
    await start([{}, { smtpUtf8: true }]);
    const email = await send(
      ["a@one.example", "b@none.example"],
      ["müller@one.example", "müller@none.example"],
    );
    await events(email, [
      { type: "delivered", detail: { host: "mx1.one.example" } },
      { type: "delivered", detail: { host: "mx1.one.example" } },
      { type: "delivered", detail: { host: "mx2.one.example" } },
      { type: "bounced", detail: { host: "mx1.one.example", enhanced: "5.6.7" } },
    ]);
  });

  test("after a failed TLS handshake, mail is sent unencrypted, once, if no policy requires TLS (E25)", async () => {
    publish("one.example", 1);
    const [sink] = await start([{ tls: "starttls", script: { tls: "rst" } }]);
    const email = await send(["a@one.example"]);
    await events(email, [{ type: "delivered" }]);
    expect(sink?.messages[0]?.secure).toBe(false);
    expect(sink?.connections).toBe(2);
  });
});

describe("results from DNS alone", () => {
  test("a missing domain and a null MX are final, a failing resolver is not; no connection is made (E19, E20)", async () => {
    dns.set("null.example MX", [{ preference: 0, exchange: "." }]);
    dns.set("broken.example MX", { problem: "servfail" });
    dns.set("gone.example MX", { problem: "nxdomain" });
    const [sink] = await start([{}]);
    const email = await send(["a@null.example", "b@broken.example", "c@gone.example"]);
    await events(email, [
      { type: "bounced", detail: { enhanced: "5.1.10", phase: "dns" } },
      { type: "deferred", detail: { enhanced: "4.4.3" } },
      { type: "bounced", detail: { enhanced: "5.1.2" } },
    ]);
    expect(sink?.connections).toBe(0);
  });

  test("a refused sender or a failing resolver suppresses no address; a missing user or domain and a null MX do", async () => {
    publish("refusing.example", 1);
    dns.set("null.example MX", [{ preference: 0, exchange: "." }]);
    dns.set("broken.example MX", { problem: "servfail" });
    dns.set("gone.example MX", { problem: "nxdomain" });
    const [sink] = await start([{ script: { mail: () => "550 5.1.0 Address rejected." } }]);
    const accountId = newId();
    await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Ada')", [accountId]);
    const bouncesOf = async (to: string[], expected: object[]) => {
      const email = draftEmail(accountId, { to, subject: "Hello", text: "Hi" });
      await storeEmails(database, [email]);
      await events(email, expected);
    };
    await bouncesOf(
      ["a@refusing.example", "b@null.example", "c@broken.example", "d@gone.example"],
      [
        { type: "bounced", detail: { phase: "mail" } },
        { type: "bounced" },
        { type: "deferred" },
        { type: "bounced" },
      ],
    );
    sink?.setScript({ rcpt: refuseUnknown });
    await bouncesOf(["unknown@refusing.example"], [{ type: "bounced", detail: { phase: "rcpt" } }]);
    const { rows } = await database.pool.query("SELECT address FROM suppressions ORDER BY address");
    expect(rows.map(({ address }) => address)).toEqual([
      "b@null.example",
      "d@gone.example",
      "unknown@refusing.example",
    ]);
  });

  test("a domain without MX receives mail at its own address (E19)", async () => {
    dns.set("plain.example MX", []);
    dns.set("plain.example A", [addresses[0]]);
    await start([{}]);
    await events(await send(["a@plain.example"]), [{ type: "delivered", detail: { host: "plain.example" } }]);
  });

  test("no connection is made to servers on private addresses (E21)", async () => {
    publish("inside.example", 1);
    const [sink] = await start([{}], { mayUsePrivateAddresses: false });
    await events(await send(["a@inside.example"]), [{ type: "bounced", detail: { enhanced: "5.4.4" } }]);
    expect(sink?.connections).toBe(0);
  });

  test("a domain's mailbox provider is stored for the queue page", async () => {
    publish("one.example", 1);
    await start([{}]);
    await events(await send(["a@one.example"]), [{ type: "delivered" }]);
    await eventually(async () => {
      const { rows } = await database.pool.query(
        "SELECT domain, provider FROM provider_domains WHERE domain = 'one.example'",
      );
      expect(rows).toEqual([{ domain: "one.example", provider: "one.example" }]);
    });
  });
});

test("mail for unreachable servers waits untried in its throttle and delays no other mail (E33)", async () => {
  publish("dead.example", 1);
  dns.set("alive.example MX", [{ preference: 10, exchange: "mx.alive.example" }]);
  dns.set("mx.alive.example A", [addresses[1]]);
  const accountId = newId();
  const dead = Array.from({ length: 300 }, (_, n) =>
    draftEmail(accountId, { to: [`u${n}@dead.example`], subject: "x", text: "x" }),
  );
  await storeEmails(database, dead);
  const [, alive] = await start([null, {}]);
  const other = draftEmail(accountId, { to: ["a@alive.example"], subject: "x", text: "x" });
  await storeEmails(database, [other]);
  // Checked at once, because the server is tried again after ten seconds.
  const closing = eventually(async () => {
    const { rows } = await database.pool.query(
      "SELECT failures, closed_until > now() AS closed, reason FROM throttles WHERE name = '@dead.example'",
    );
    expect(rows).toMatchObject([
      { failures: 1, closed: true, reason: expect.stringContaining("ECONNREFUSED") },
    ]);
  });
  await Promise.all([closing, events(other, [{ type: "delivered" }])]);
  expect(alive?.messages).toHaveLength(1);
  await eventually(async () => {
    const { rows } = await database.pool.query(
      "SELECT state, count(*)::integer AS n FROM recipients WHERE domain = 'dead.example' GROUP BY state ORDER BY state",
    );
    const tried = rows.find(({ state }) => state === "deferred")?.n ?? 0;
    expect(tried).toBeGreaterThan(0);
    expect(tried).toBeLessThan(20);
    expect(rows.find(({ state }) => state === "queued")?.n).toBe(300 - tried);
  });
  await database.pool.query(
    "UPDATE recipients SET expires_at = now() - interval '1 s' WHERE domain = 'dead.example' AND state = 'queued'",
  );
  await eventually(async () => {
    const { rows } = await database.pool.query(
      "SELECT count(*)::integer AS n FROM recipients WHERE domain = 'dead.example' AND state = 'queued'",
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

test("mail for a server that became unreachable waits untried, and is sent when the server is back (E33)", async () => {
  publish("gone.example", 1);
  const [server, other] = await start([{}, {}]);
  await events(await send(["first@gone.example"]), [{ type: "delivered" }]);
  await server?.close();
  sinks.splice(0, sinks.length, ...sinks.filter((sink) => sink !== server));
  const accountId = newId();
  const waiting = Array.from({ length: 100 }, (_, n) =>
    draftEmail(accountId, { to: [`u${n}@gone.example`], subject: "x", text: "x" }),
  );
  await storeEmails(database, waiting);
  await eventually(async () => {
    const { rows } = await database.pool.query("SELECT name FROM throttles WHERE closed_until > now()");
    expect(rows).toEqual([{ name: "@gone.example" }]);
  });
  const back = await startSmtpSink({ host: addresses[0], port: other?.port ?? 0 });
  sinks.push(back);
  // After ten seconds the server is tried again, and the untried mail is sent.
  await eventually(async () => {
    const { rows } = await database.pool.query(
      "SELECT count(*) FILTER (WHERE state = 'queued')::integer AS queued, count(*) FILTER (WHERE state = 'delivered')::integer AS delivered FROM recipients",
    );
    expect(rows[0].queued).toBe(0);
    expect(rows[0].delivered).toBeGreaterThan(80);
  });
});
