import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Account, loadEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { logInRaw, type RawSmtp } from "../harness/raw-smtp.ts";
import { until } from "../harness/until.ts";

let posthouse: Posthouse;
let account: Account;
let port: number;

beforeAll(async () => {
  posthouse = await startPosthouse({ database: await createTestDatabase(), roles: "all" });
  ({ implicit: port } = await until(() => posthouse.findSmtpPorts(), { what: "SMTP" }));
  account = await signUpAndCreateKey(posthouse);
});
afterAll(() => stopAndRemove(posthouse));

async function begin(client: RawSmtp, to: string[]): Promise<void> {
  await client.say("MAIL FROM:<ada@example.com>");
  for (const one of to) expect(await client.say(`RCPT TO:<${one}>`)).toMatch(/^250/);
  expect(await client.say("DATA")).toMatch(/^354/);
}
async function send(client: RawSmtp, to: string[]): Promise<string> {
  await begin(client, to);
  client.write("From: ada@example.com\r\nSubject: x\r\n\r\nHello\r\n.\r\n");
  return /^250 2\.0\.0 queued as (\S+)$/.exec(await client.reply())?.[1] ?? "";
}

test("the recipients of one message each have a state of their own (D16)", async () => {
  const client = await logInRaw(port, account.key);
  const good = "delivered@simulator.posthouse.test";
  const bad = "bounced@simulator.posthouse.test";
  const id = await send(client, [good, bad, "someone@example.net"]);
  const states = await until(
    async () => {
      const { recipients } = await loadEmail(posthouse.baseUrl, account.key, id);
      const isOpen = recipients.some(({ state }) => ["queued", "sending"].includes(state));
      return !isOpen && Object.fromEntries(recipients.map(({ address, state }) => [address, state]));
    },
    { what: "the outcomes" },
  );
  expect(states).toEqual({ [good]: "delivered", [bad]: "bounced", "someone@example.net": "captured" });
});

test("the role runs in its own process and is restarted when it dies", async () => {
  const [api] = posthouse.rolePids("api");
  const [killed] = await posthouse.kill("smtp");
  const [pid] = await until(
    () => {
      const pids = posthouse.rolePids("smtp");
      return pids.length > 0 && !pids.includes(killed as number) && pids;
    },
    { what: "another process" },
  );
  expect(pid).not.toBe(killed);
  ({ implicit: port } = await until(
    () => {
      const ports = posthouse.findSmtpPorts();
      return ports && ports.implicit !== port && ports;
    },
    { what: "its ports" },
  ));
  expect(await send(await logInRaw(port, account.key), ["a@example.net"])).not.toBe("");
  expect(posthouse.rolePids("api")).toEqual([api]);
});

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

test("thirty messages of 25 MB at once do not end the process; those over the memory budget are accepted later (F15)", async () => {
  const [pid] = posthouse.rolePids("smtp");
  const body = `${"x".repeat(76)}\r\n`.repeat(1_000);
  const clients = await Promise.all(Array.from({ length: 30 }, () => logInRaw(port, account.key)));
  // 750 MB through TLS take a slow machine a while.
  const replyTo = async (client: RawSmtp, line: string) => {
    client.write(line);
    const hasCome = () => client.rest.includes("\r\n") || client.isClosed;
    await until(hasCome, { within: 120_000, what: "a reply" });
    return await client.reply();
  };
  const sendLarge = async (client: RawSmtp) => {
    for (const line of ["MAIL FROM:<ada@example.com>", "RCPT TO:<bob@example.net>", "DATA"]) {
      const reply = await replyTo(client, `${line}\r\n`);
      if (/^[45]/.test(reply)) return reply;
    }
    client.write("From: ada@example.com\r\nSubject: large\r\n\r\n");
    for (let n = 0; n < 320; n += 1) await client.writeAndDrain(body);
    return await replyTo(client, ".\r\n");
  };
  let peakMb = 0;
  const watching = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid as number));
  }, 50);
  onTestFinished(() => clearInterval(watching));
  const replies = await Promise.all(clients.map(sendLarge));
  clearInterval(watching);
  for (const client of clients) client.destroy();
  const byCode = Map.groupBy(replies, (reply) => reply.slice(0, 3));
  expect(byCode.get("250")?.length).toBeGreaterThan(0);
  expect(byCode.get("452")?.length).toBeGreaterThan(0);
  expect([...byCode.keys()].filter((code) => !/^(250|45[124])$/.test(code))).toEqual([]);
  expect(posthouse.rolePids("smtp")).toEqual([pid]);
  // 750 MB were in transfer.
  expect(peakMb).toBeLessThan(700);
  expect(await send(await logInRaw(port, account.key), ["a@example.net"])).not.toBe("");
});

test("a stop waits for the message that is on its way (F18)", async () => {
  const client = await logInRaw(port, account.key);
  await begin(client, ["last@example.net"]);
  client.write("From: ada@example.com\r\nSubject: x\r\n\r\nHel");
  const stopping = posthouse.stop();
  await until(
    () => posthouse.logs.some((line) => line.includes('"process.stopping"') && line.includes("smtp")),
    {
      what: "the stop to begin",
    },
  );
  client.write("lo\r\n.\r\n");
  expect(await client.reply()).toMatch(/^250 2\.0\.0 queued as/);
  expect(await stopping).toBe(0);
});
