import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createRoutedWorker } from "../../../../test/harness/delivery-worker.ts";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import { MEASURED } from "../../../../test/harness/measured.ts";
import { type Script, type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { until } from "../../../../test/harness/until.ts";
import { DnsClient } from "../../../mail/dns/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { workerNotifier } from "../../recipients/index.ts";
import type { DeliveryWorker } from "../index.ts";
import { senderReturnPathOf } from "../route/return-path-of.ts";
import { composeDirect } from "./compose-direct.ts";
import { DirectRoutes } from "./direct-routes.ts";
import { SystemPool } from "./source-pool.ts";

/** One tenant attacks the mail of another to a provider, with real workers, DNS and SMTP servers. */

const log = createLogger("silent", "test");
const SERVER = "127.0.5.1";
const UNUSED_ADDRESS = "127.0.5.2";
const RENTED = "127.0.5.3";
const MAILS = 40;
const EVERY_MS = 50;
/** Shorter than the allowance, so that the delay by a silent server fits into it. */
const SILENT_MS = 100;
/** On a busy machine, smaller differences are noise. */
const ALLOWANCE_MS = 500;

const database = useDatabase({ max: 6 });
let dns: DnsStub;
let worker: DeliveryWorker;
const sinks: SmtpSink[] = [];
const attackers = [newId(), newId(), newId()] as const;
const [attacker] = attackers;
const victim = newId();
let arrivals: Map<string, number>;

beforeAll(async () => {
  for (const id of [...attackers, victim])
    await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'x')", [id]);
});
beforeEach(async () => {
  arrivals = new Map();
  dns = await startDnsServer({
    "friends.example MX": [{ preference: 10, exchange: "mx.bigprovider.example" }],
    "mx.bigprovider.example A": [SERVER],
    "www.bigprovider.example A": [UNUSED_ADDRESS],
    "rented.bigprovider.example A": [RENTED],
  });
});
afterEach(async () => {
  await worker.stop();
  for (const sink of sinks.splice(0)) await sink.close();
  await dns.close();
  await database.pool.query(
    "TRUNCATE recipients, emails, events, throttles, provider_domains, destination_hosts",
  );
});

async function start(script: Script = {}, rented: Script = {}): Promise<void> {
  const onMessage = ({ recipients }: { recipients: string[] }) =>
    void arrivals.set(recipients[0] ?? "", performance.now());
  const server = await startSmtpSink({ host: SERVER, script, onMessage });
  const { port } = server;
  sinks.push(server, await startSmtpSink({ host: RENTED, port, script: rented }));
  const hops = composeDirect({
    database,
    log,
    dns: new DnsClient({ servers: [dns.address] }),
    port,
    mayUsePrivateAddresses: true,
    ownNames: [],
    silentMs: SILENT_MS,
  });
  const pool = new SystemPool("out.posthouse.example");
  worker = createRoutedWorker({
    database,
    routes: new DirectRoutes({ hops, pool, returnPathOf: senderReturnPathOf }),
  });
  await worker.start();
}

async function send(accountId: string, to: string): Promise<void> {
  await storeEmails(database, [draftEmail(accountId, { to: [to], subject: "x", text: "x" })]);
  workerNotifier(database, log)();
}

/** The 99th percentile of the delivery time of the victim's mail, in milliseconds. */
async function measureVictim(name: string): Promise<number> {
  const sent = new Map<string, number>();
  for (let n = 0; n < MAILS; n += 1) {
    const to = `${name}${n}@friends.example`;
    sent.set(to, performance.now());
    await send(victim, to);
    await pause(EVERY_MS);
  }
  await until(() => [...sent.keys()].every((to) => arrivals.has(to)), {
    within: 60_000,
    what: "the victim's mail",
  });
  const ways = [...sent].map(([to, at]) => (arrivals.get(to) ?? 0) - at).sort((a, b) => a - b);
  return ways[Math.ceil(ways.length * 0.99) - 1] as number;
}

/** Measures the victim alone and then beside the attack, which continues until it is stopped. */
async function compare(
  attack: (isOver: () => boolean) => Promise<void>,
  hasBegun: () => boolean | Promise<boolean> = hasAttempted,
): Promise<void> {
  const alone = await measureVictim("alone");
  let isOver = false;
  const attacking = attack(() => isOver);
  try {
    await until(hasBegun, { what: "the first attempt of the attacker's mail" });
    const first = await measureVictim("first");
    const second = await measureVictim("second");
    expect(Math.max(first, second)).toBeLessThanOrEqual(2 * alone + ALLOWANCE_MS);
  } finally {
    isOver = true;
    await attacking;
  }
}

async function hasAttempted(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    "SELECT FROM events WHERE account_id = ANY ($1) AND type NOT IN ('queued', 'sending') LIMIT 1",
    [attackers],
  );
  return rowCount === 1;
}

const sendEvery =
  (ms: number, from: (n: number) => string, to: (n: number) => string) => async (isOver: () => boolean) => {
    for (let n = 0; !isOver(); n += 1) {
      await send(from(n), to(n));
      await pause(ms);
    }
  };
const always = () => attacker;
const isAttackers = (address: string) => address.includes("evil");

describe(
  "a tenant whose domain names a host of a provider that takes no mail does not delay mail to the provider",
  MEASURED,
  () => {
    const publish = (domain: string) =>
      dns.set(`${domain} MX`, [{ preference: 10, exchange: "www.bigprovider.example" }]);

    test.each([
      ["30 mails at once", { at: 30, everyMs: 100_000 }],
      ["5 mails a second", { at: 1, everyMs: 200 }],
      ["a mail each time that the last one's effects may be over", { at: 1, everyMs: 1_000 }],
    ])("with %s", async (_, { at, everyMs }) => {
      publish("evil.example");
      await start();
      await compare(async (isOver) => {
        for (let n = 0; !isOver(); n += 1) {
          await Promise.all(Array.from({ length: at }, (_, m) => send(attacker, `${n}-${m}@evil.example`)));
          for (let waited = 0; waited < everyMs && !isOver(); waited += 50) await pause(50);
        }
      });
    });

    test("with a new domain and another of its accounts each time", async () => {
      for (let n = 0; n < 1_000; n += 1) publish(`evil${n}.example`);
      await start();
      const account = (n: number) => attackers[n % attackers.length] as string;
      await compare(sendEvery(100, account, (n) => `x@evil${n}.example`));
    });

    test("before any mail was delivered to the provider", async () => {
      publish("evil.example");
      await start();
      const attacking = Promise.all(
        Array.from({ length: 30 }, (_, n) => send(attacker, `${n}@evil.example`)),
      );
      expect(await measureVictim("first")).toBeLessThan(5_000);
      await attacking;
    });
  },
);

describe("a tenant does not slow the mail of others to a healthy provider", MEASURED, () => {
  test("by recipients for whom the provider asks it to slow down", async () => {
    dns.set("evil.example MX", [{ preference: 10, exchange: "mx.bigprovider.example" }]);
    await start({
      rcpt: ({ address }) => (isAttackers(address) ? "421 4.7.0 too many messages, slow down" : undefined),
    });
    await compare(sendEvery(20, always, (n) => `${n}@evil.example`));
    const { rows } = await database.pool.query(
      "SELECT concurrency FROM throttles WHERE name = 'bigprovider.example'",
    );
    expect(rows[0]?.concurrency).toBeGreaterThanOrEqual(4);
  });

  test("by a server of its own below the provider's name, which takes mail first and then asks to slow down", async () => {
    dns.set("evil.example MX", [{ preference: 10, exchange: "rented.bigprovider.example" }]);
    let taken = 0;
    await start(
      {},
      {
        mail: () => {
          taken += 1;
          return taken > 5 ? "421 4.7.0 too many messages, slow down" : undefined;
        },
      },
    );
    await compare(sendEvery(20, always, (n) => `${n}@evil.example`));
    const { rows } = await database.pool.query(
      "SELECT concurrency FROM throttles WHERE name = 'bigprovider.example'",
    );
    expect(rows[0]?.concurrency).toBeGreaterThanOrEqual(4);
  });

  test("by a server that sends no greeting, which it lists beside the provider's", async () => {
    const domains = Array.from({ length: 20 }, (_, n) => `evil${n}.example`);
    listBesideProvider(domains);
    await start({}, { greeting: "hang" });
    const isHeldUp = () => (sinks[1]?.openConnections ?? 0) > 0;
    await compare(
      sendEvery(20, always, (n) => `${n}@${domains[n % domains.length]}`),
      isHeldUp,
    );
  });

  test("by a server of its own below the provider's name, which first accepts mail and then sends no greetings", async () => {
    dns.set("evil.example MX", [{ preference: 10, exchange: "rented.bigprovider.example" }]);
    await start();
    const rented = sinks[1] as SmtpSink;
    const isHeldUp = () => rented.accepted >= 5 && rented.openConnections > 0;
    await compare(async (isOver) => {
      await Promise.all(Array.from({ length: 5 }, (_, n) => send(attacker, `first${n}@evil.example`)));
      await until(() => rented.accepted >= 5, { what: "the attacker's first mail" });
      rented.setScript({ greeting: "hang" });
      rented.hangUp();
      await sendEvery(20, always, (n) => `${n}@evil.example`)(isOver);
    }, isHeldUp);
  });
});

/** Hosts of equal preference are tried in random order, which a domain keeps while its records are cached: so there are many domains. */
function listBesideProvider(domains: string[]): void {
  const listed = ["mx.bigprovider.example", "rented.bigprovider.example"];
  const records = listed.map((exchange) => ({ preference: 10, exchange }));
  for (const domain of domains) dns.set(`${domain} MX`, records);
}
