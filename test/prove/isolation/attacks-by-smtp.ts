import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { loadEmail } from "../../harness/api-client.ts";
import { hostileMessages } from "../../harness/hostile-messages.ts";
import { deliverInbound, greetInbound } from "../../harness/inbound-client.ts";
import { logInRaw, type RawSmtp } from "../../harness/raw-smtp.ts";
import { until } from "../../harness/until.ts";
import { bounceOf } from "../forgeries/forge.ts";
import type { Attack } from "./attacks.ts";
import type { IsolationWorld, Tenant } from "./isolation-world.ts";

const HELD_SESSIONS = 40;
/** All sessions together exceed the memory that the server has for messages. */
const HELD_BYTES = 3 * 1024 * 1024;
/** Sessions start one after another. Started at once, they would measure the cores and not the limits. */
const BETWEEN_SESSIONS_MS = 40;
const piece = `${"x".repeat(76)}\r\n`.repeat(1_000);
const large = `From: shop@victim.example\r\nSubject: Hello\r\n\r\n${`${"x".repeat(76)}\r\n`.repeat(1_300)}`;
/** Client addresses, so that the limits per network treat the two separately. */
const MX_OF_ATTACKER = "127.0.7.1";
const MX_OF_VICTIM = "127.0.7.2";
const BOMBS = 4;
const READERS = 6;

/** Attacks on submission, on inbound mail and on the threads that parse messages. */
export const attacksBySmtp: Attack[] = [
  {
    name: "40 SMTP sessions that hold 3 MB each",
    seconds: 10,
    play: holdMessages,
    measure: measureSubmission,
  },
  { name: "reports that decompress to 10 MB each", seconds: 10, play: bombReports, measure: measureBounces },
  {
    name: "raw messages that are slow to parse",
    seconds: 10,
    play: readHostile,
    measure: measureReading,
  },
];

async function holdMessages(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  const { implicit } = world.posthouse.smtpPorts();
  const { key, domain } = world.attackers[0];
  const hold = async (_: unknown, session: number) => {
    await pause(session * BETWEEN_SESSIONS_MS);
    while (!isOver()) {
      const client = await logInRaw(implicit, key).catch(() => null);
      if (client) {
        await holdOne(client, domain, isOver).catch(() => undefined);
        client.destroy();
      }
      await pause(100);
    }
  };
  await Promise.all(Array.from({ length: HELD_SESSIONS }, hold));
}

/** Sends a message without its end. */
async function holdOne(client: RawSmtp, domain: string, isOver: () => boolean): Promise<void> {
  for (const line of [`MAIL FROM:<shop@${domain}>`, "RCPT TO:<a@friends.example>", "DATA"])
    if (!/^[23]/.test(await client.say(line))) return;
  for (let sent = 0; sent < HELD_BYTES && !isOver() && !client.isClosed; sent += piece.length)
    await client.writeAndDrain(piece);
  while (!isOver() && !client.isClosed) await pause(50);
}

/** Times from login to 250 for messages of 100 kB. */
async function measureSubmission(world: IsolationWorld, name: string, seconds: number): Promise<number[]> {
  return await measureEach(seconds, (n) =>
    submit(world, world.victim, { to: `${name}${n}@friends.example`, message: large }),
  );
}

async function bombReports(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  const to = `own-${Date.now()}@friends.example`;
  await world.send(world.attackers[0], to);
  const path = await until(() => world.returnPaths.get(to), { what: "the attacker's return path" });
  const bomb = bombOf(`<feedback>${"<record><row/></record>".repeat(430_000)}`);
  const bombing = async () => {
    while (!isOver()) {
      const mx = await greetInbound(world.posthouse.inboundPort(), MX_OF_ATTACKER);
      await deliverInbound(mx, { to: [path], message: bomb }).catch(() => "");
      mx.destroy();
      await pause(20);
    }
  };
  await Promise.all(Array.from({ length: BOMBS }, bombing));
}

function bombOf(xml: string): string {
  const base64 = gzipSync(xml).toString("base64").replace(/.{76}/g, "$&\r\n");
  const part = `--b\r\nContent-Type: application/gzip\r\nContent-Disposition: attachment; filename=r.xml.gz\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64}\r\n`;
  return `From: reports@elsewhere.test\r\nSubject: Report Domain: attacker.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(8)}--b--`;
}

/** Times from the delivery of a bounce until the API shows it. */
async function measureBounces(world: IsolationWorld, name: string, seconds: number): Promise<number[]> {
  return await measureEach(seconds, async (n) => {
    const to = `${name}${n}@friends.example`;
    const id = await world.send(world.victim, to);
    const path = await until(() => world.returnPaths.get(to), { within: 60_000, every: 5, what: "the mail" });
    const since = performance.now();
    const mx = await greetInbound(world.posthouse.inboundPort(), MX_OF_VICTIM);
    const reply = await deliverInbound(mx, { to: [path], message: bounceOf(to) });
    mx.destroy();
    if (!reply.startsWith("250")) throw new Error(`the bounce was answered ${reply}`);
    const { baseUrl } = world.posthouse;
    const isBounced = async () => {
      const { recipients } = await loadEmail(baseUrl, world.victim.key, id);
      return recipients[0]?.events.some(({ type }) => type === "bounced") ?? false;
    };
    await until(isBounced, { within: 60_000, every: 20, what: "the bounce" });
    return performance.now() - since;
  });
}

async function readHostile(world: IsolationWorld, isOver: () => boolean): Promise<void> {
  const [attacker] = world.attackers;
  const kinds = ["text of empty lines", "flowed lines", "messages in messages"];
  const ids: string[] = [];
  for (const kind of kinds) {
    const message = (hostileMessages[kind] as (bytes: number) => Buffer)(1_900_000)
      .toString("latin1")
      .replaceAll("ada@example.com", `shop@${attacker.domain}`);
    const { id } = await submitted(world, attacker, { to: "x@friends.example", message });
    ids.push(id);
  }
  const read = async (_: unknown, reader: number) => {
    for (let n = reader; !isOver(); n += 1)
      await loadEmail(world.posthouse.baseUrl, attacker.key, ids[n % ids.length] as string).catch(() => null);
  };
  await Promise.all(Array.from({ length: READERS }, read));
}

/** Measures how long it takes to show a submitted message for the first time. */
async function measureReading(world: IsolationWorld, name: string, seconds: number): Promise<number[]> {
  return await measureEach(seconds, async (n) => {
    const to = `${name}${n}@friends.example`;
    const { id } = await submitted(world, world.victim, { to, message: large });
    const since = performance.now();
    await loadEmail(world.posthouse.baseUrl, world.victim.key, id);
    return performance.now() - since;
  });
}

type Message = { to: string; message: string };

async function submit(world: IsolationWorld, tenant: Tenant, message: Message): Promise<number> {
  const { ms } = await submitted(world, tenant, message);
  return ms;
}

async function submitted(world: IsolationWorld, { key, domain }: Tenant, { to, message }: Message) {
  const since = performance.now();
  const client = await logInRaw(world.posthouse.smtpPorts().implicit, key);
  const reply = await deliverInbound(client, { from: `shop@${domain}`, to: [to], message });
  client.destroy();
  const id = /queued as (\S+)/.exec(reply)?.[1];
  if (id === undefined) throw new Error(`a message of ${domain} was answered ${reply}`);
  return { id, ms: performance.now() - since };
}

async function measureEach(seconds: number, measure: (n: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    times.push(await measure(times.length));
    await pause(30);
  }
  return times;
}
