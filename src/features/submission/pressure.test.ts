import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { connectRaw, connectRawTls, logInRaw, type RawSmtp } from "../../../test/harness/raw-smtp.ts";
import { goodKey, startTestSubmission } from "../../../test/harness/submission-door.ts";
import { until } from "../../../test/harness/until.ts";

type Door = Awaited<ReturnType<typeof startTestSubmission>>;
let stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

async function openDoor(given: Parameters<typeof startTestSubmission>[0]): Promise<Door> {
  const door = await startTestSubmission(given);
  stops.push(door.stop);
  return door;
}
async function kept(connecting: Promise<RawSmtp>): Promise<RawSmtp> {
  const client = await connecting;
  stops.push(() => client.destroy());
  return client;
}

const header = "From: ada@example.com\r\nSubject: x\r\n";
async function begin(client: RawSmtp, parameters = ""): Promise<string> {
  const mail = await client.say(`MAIL FROM:<ada@example.com>${parameters}`);
  if (!mail.startsWith("250")) return mail;
  await client.say("RCPT TO:<bob@example.net>");
  return await client.say("DATA");
}
async function send(client: RawSmtp, body: string): Promise<string> {
  const begun = await begin(client);
  if (!begun.startsWith("354")) return begun;
  client.write(`${header}\r\n${body}\r\n.\r\n`);
  return await client.reply();
}

describe("D11 too many, too slow", () => {
  test("a network has so many connections, and those that it has go on", async () => {
    const { starttls, implicit } = await openDoor({ change: { connectionsPerNetwork: 3 } });
    const sender = await kept(logInRaw(implicit, goodKey));
    for (let n = 0; n < 2; n += 1) expect(await (await kept(connectRaw(starttls))).reply()).toMatch(/^220/);
    const refused = await kept(connectRaw(starttls));
    expect(await refused.reply()).toMatch(/^421 4\.7\.0 Too many connections/);
    await refused.untilClosed();
    await expect(kept(connectRawTls(implicit))).rejects.toThrow();
    expect(await send(sender, "still here")).toMatch(/^250/);
    sender.destroy();
    await until(async () => (await (await kept(connectRaw(starttls))).reply()).startsWith("220"), {
      within: 5_000,
      what: "the room that was left",
    });
  });

  test("another network is not refused for it", async () => {
    let networks = 0;
    const { starttls } = await openDoor({
      change: { connectionsPerNetwork: 1 },
      networkOf: () => {
        networks += 1;
        return `network ${networks}`;
      },
    });
    for (let n = 0; n < 3; n += 1) expect(await (await kept(connectRaw(starttls))).reply()).toMatch(/^220/);
  });

  test("a stranger has a minute in all, however busy with single bytes", async () => {
    const { starttls } = await openDoor({ change: { strangerMs: 300, sweepMs: 20 } });
    const client = await kept(connectRaw(starttls));
    expect(await client.reply()).toMatch(/^220/);
    const drip = setInterval(() => client.write("N"), 20);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 /);
    clearInterval(drip);
    await client.untilClosed();
  });

  test("half a TLS handshake is no more", async () => {
    // Long enough for the one that logs in at the end.
    const door = await openDoor({ change: { strangerMs: 2_000, sweepMs: 20 } });
    const sockets: Socket[] = [];
    for (let n = 0; n < 50; n += 1) {
      const socket = connect(door.implicit, "127.0.0.1");
      socket.on("error", () => undefined);
      stops.push(() => socket.destroy());
      sockets.push(socket);
      await once(socket, "connect");
      // The head of a ClientHello, whose rest comes byte by byte.
      socket.write(Buffer.from("16030100f0010000", "hex"));
    }
    const drip = setInterval(() => {
      for (const socket of sockets) socket.write("x");
    }, 50);
    stops.push(() => clearInterval(drip));
    const client = await kept(connectRaw(door.starttls));
    await client.reply();
    await client.say("EHLO client.test");
    await client.say("STARTTLS");
    client.write(Buffer.from("16030100f0010000", "hex"));
    await until(() => sockets.every((socket) => socket.destroyed || socket.readableEnded), {
      within: 15_000,
      what: "all to be closed",
    });
    await client.untilClosed();
    expect(await send(await kept(logInRaw(door.implicit, goodKey)), "hello")).toMatch(/^250/);
  });

  test("a message at a byte a moment is given up", async () => {
    const { implicit, messages } = await openDoor({
      change: { dataGraceMs: 200, dataBytesPerSecond: 10_000, sweepMs: 20 },
    });
    const client = await kept(logInRaw(implicit, goodKey));
    await begin(client);
    client.write(`${header}\r\n`);
    const drip = setInterval(() => client.write("x"), 20);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 The message comes too slowly/);
    clearInterval(drip);
    expect(messages).toEqual([]);
  });

  test("one that does nothing after its login", async () => {
    const { implicit } = await openDoor({ change: { idleMs: 1_500, sweepMs: 20 } });
    const client = await kept(logInRaw(implicit, goodKey));
    expect(await client.reply()).toMatch(/^421/);
  });
});

describe("F15 bytes under way", () => {
  test("beyond the budget a message is told to come later, and what goes on goes on", async () => {
    const { implicit, messages } = await openDoor({ change: { bytesUnderWay: 1_000_000 } });
    const large = await kept(logInRaw(implicit, goodKey));
    await begin(large);
    large.write(`${header}\r\n${"x".repeat(76)}\r\n`.padEnd(900, "y"));
    large.write(`\r\n${`${"x".repeat(76)}\r\n`.repeat(11_000)}`);
    const other = await kept(logInRaw(implicit, goodKey));
    await until(
      async () => {
        const reply = await other.say("MAIL FROM:<ada@example.com> SIZE=900000");
        await other.say("RSET");
        return reply.startsWith("452 4.3.1");
      },
      { within: 5_000, what: "the budget to be used" },
    );
    expect(await send(other, `${"x".repeat(76)}\r\n`.repeat(5_000))).toMatch(/^452 4\.3\.1 /);
    large.write("\r\n.\r\n");
    expect(await large.reply()).toMatch(/^250/);
    expect(await send(other, `${"x".repeat(76)}\r\n`.repeat(5_000))).toMatch(/^250/);
    expect(messages).toHaveLength(2);
  });

  test("a client that dies gives back what it held", async () => {
    const { implicit } = await openDoor({ change: { bytesUnderWay: 100_000 } });
    for (let n = 0; n < 5; n += 1) {
      const client = await kept(logInRaw(implicit, goodKey));
      await begin(client);
      client.write(`${header}\r\n${`${"x".repeat(76)}\r\n`.repeat(1_000)}`);
      client.destroy();
    }
    const client = await kept(logInRaw(implicit, goodKey));
    await until(async () => (await send(client, `${"x".repeat(76)}\r\n`.repeat(1_000))).startsWith("250"), {
      within: 5_000,
      what: "the room",
    });
  });

  test("D9 over the limit it is 552, whatever SIZE said, and is not kept meanwhile", async () => {
    const { implicit, messages } = await openDoor({
      change: { messageBytes: 100_000, bytesUnderWay: 110_000 },
    });
    const client = await kept(logInRaw(implicit, goodKey));
    expect(await begin(client, " SIZE=100")).toMatch(/^354/);
    client.write(`${header}\r\n${`${"x".repeat(76)}\r\n`.repeat(10_000)}.\r\n`);
    expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
    expect(await send(client, "small")).toMatch(/^250/);
    expect(messages).toHaveLength(1);
  });
});

describe("a stop", () => {
  test("lets a message that is on its way finish, and sends the idle away", async () => {
    const door = await startTestSubmission();
    const idle = await kept(logInRaw(door.implicit, goodKey));
    const busy = await kept(logInRaw(door.implicit, goodKey));
    await begin(busy);
    busy.write(`${header}\r\nhello`);
    const stopped = door.stop();
    expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
    busy.write("\r\n.\r\n");
    expect(await busy.reply()).toMatch(/^250/);
    expect(await busy.reply()).toMatch(/^421 4\.3\.2 /);
    await stopped;
    expect(door.messages).toHaveLength(1);
  });
});
