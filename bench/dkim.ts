import { sign } from "node:crypto";
import { promisify } from "node:util";
import { makeSigningKey, readPrivateKey, type SigningKey, signMessage } from "../src/mail/dkim/index.ts";
import { buildMessage } from "../src/mail/mime/index.ts";
import { median, type Row, round } from "./report.ts";

/** Messages signed at the same time: enough to keep the thread pool busy. */
const AT_ONCE = 16;
const TURNS_OF_ROUND = 5;
const date = new Date("2026-01-05T07:08:09Z");
const message = buildMessage({
  messageId: "0199aa00-0000-7000-8000-000000000000@mail.example.com",
  date,
  from: { address: "shop@mail.example.com", name: "The Shop" },
  to: [{ address: "ada@example.org", name: "Ada Lovelace" }],
  replyTo: [],
  subject: "Your order 4711 is on its way",
  text: "Your order has left our warehouse and will be with you soon.\n".repeat(14),
  html: `<p>${"Your order has left our warehouse and will be with you soon. ".repeat(14)}</p>`,
  boundarySeed: "0199aa00-0000-7000-8000-000000000000",
});

/** Measures messages signed per second against the machine's plain RSA-2048 rate, which uses the same calls without a message. */
export async function measureDkim({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const rsa = await makeKey("rsa");
  const both = [rsa, await makeKey("ed25519")];
  const signInPool = promisify<string, Buffer, SigningKey["privateKey"], Buffer>(sign);
  const header = Buffer.alloc(800, "h");
  const figures = { bare: [] as Rate[], rsa: [] as Rate[], both: [] as Rate[] };
  // Short turns, so that other load on the machine affects all three figures alike.
  for (let turn = 0; turn < rounds * TURNS_OF_ROUND; turn += 1) {
    const length = seconds / TURNS_OF_ROUND;
    figures.bare.push(await rate(length, () => signInPool("sha256", header, rsa.privateKey)));
    figures.rsa.push(await rate(length, () => signMessage(message, { keys: [rsa], date })));
    figures.both.push(await rate(length, () => signMessage(message, { keys: both, date })));
  }
  const middle = (rates: Rate[], of: keyof Rate) => median(rates.map((one) => one[of]));
  const row = (what: string, signed: Rate[]): Row => ({
    what,
    value: median(signed.map(({ perSecond }, turn) => perSecond / (figures.bare[turn]?.perSecond ?? 0))),
    unit: "×",
    bar: { least: 0.8 },
    behind:
      `${round(middle(signed, "perSecond"))}/s, RSA-2048 alone ${round(middle(figures.bare, "perSecond"))}/s; ` +
      `${message.length} octets; by processor time, which a busy machine does not change, ` +
      `${(middle(figures.bare, "cpuMs") / middle(signed, "cpuMs")).toFixed(2)} ×`,
  });
  return [
    row("DKIM signing, RSA-2048", figures.rsa),
    row("DKIM signing, RSA-2048 and Ed25519", figures.both),
  ];
}

async function makeKey(algorithm: SigningKey["algorithm"]): Promise<SigningKey> {
  const { privateKey } = await makeSigningKey(algorithm);
  return { algorithm, domain: "mail.example.com", selector: "s1", privateKey: readPrivateKey(privateKey) };
}

/** `cpuMs`: processor time of one signature, over all threads. */
type Rate = { perSecond: number; cpuMs: number };

async function rate(seconds: number, work: () => Promise<unknown>): Promise<Rate> {
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const start = performance.now();
  const cpu = process.cpuUsage();
  const end = start + seconds * 1_000;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (done * 1_000) / (performance.now() - start),
    cpuMs: (user + system) / 1_000 / done,
  };
}
