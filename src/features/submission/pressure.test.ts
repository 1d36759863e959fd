import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { MEASURED } from "../../../test/harness/measured.ts";
import { connectRaw, connectRawTls, logInRaw, type RawSmtp } from "../../../test/harness/raw-smtp.ts";
import { GOOD_KEY, OTHER_KEY, startTestSubmission } from "../../../test/harness/submission-server.ts";
import { until } from "../../../test/harness/until.ts";

type Client = Awaited<ReturnType<typeof startTestSubmission>>;
let stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

async function openServer(options: Parameters<typeof startTestSubmission>[0]): Promise<Client> {
  const server = await startTestSubmission(options);
  stops.push(server.stop);
  return server;
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

describe("too many connections, slow clients (D11)", () => {
  test("a network has a limit of connections, and its open ones continue", async () => {
    const { starttls, implicit } = await openServer({ change: { connectionsPerNetwork: 3 } });
    const sender = await kept(logInRaw(implicit, GOOD_KEY));
    for (let n = 0; n < 2; n += 1) expect(await (await kept(connectRaw(starttls))).reply()).toMatch(/^220/);
    const refused = await kept(connectRaw(starttls));
    expect(await refused.reply()).toMatch(/^421 4\.7\.0 Too many connections/);
    await refused.untilClosed();
    await expect(kept(connectRawTls(implicit))).rejects.toThrow();
    expect(await send(sender, "still here")).toMatch(/^250/);
    sender.destroy();
    await until(async () => (await (await kept(connectRaw(starttls))).reply()).startsWith("220"), {
      what: "the free connection",
    });
  });

  test("a closed connection frees its place, also after STARTTLS", async () => {
    const { starttls } = await openServer({ change: { connectionsPerNetwork: 2 } });
    for (let n = 0; n < 4; n += 1) {
      const client = await kept(connectRaw(starttls));
      await until(async () => (await client.reply()).startsWith("220"), {
        what: "a greeting",
      });
      await client.say("EHLO client.test");
      expect(await client.say("STARTTLS")).toMatch(/^220/);
      await client.upgrade();
      expect(await client.say("EHLO client.test")).toMatch(/^250/);
      client.write("QUIT\r\n");
      await client.untilClosed();
    }
  });

  test("another network is not affected", async () => {
    let networks = 0;
    const { starttls } = await openServer({
      change: { connectionsPerNetwork: 1 },
      networkOf: () => {
        networks += 1;
        return `network ${networks}`;
      },
    });
    for (let n = 0; n < 3; n += 1) expect(await (await kept(connectRaw(starttls))).reply()).toMatch(/^220/);
  });

  test("a client that does not log in is disconnected, even if it keeps sending single bytes", async () => {
    const { starttls } = await openServer({ change: { strangerMs: 300, sweepMs: 20 } });
    const client = await kept(connectRaw(starttls));
    expect(await client.reply()).toMatch(/^220/);
    const drip = setInterval(() => client.write("N"), 20);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 /);
    clearInterval(drip);
    await client.untilClosed();
  });

  test("a client that does not finish the TLS handshake is disconnected", async () => {
    // Long enough for the client that logs in at the end.
    const server = await openServer({ change: { strangerMs: 2_000, sweepMs: 20 } });
    const sockets: Socket[] = [];
    for (let n = 0; n < 50; n += 1) {
      const socket = connect(server.implicit, "127.0.0.1");
      socket.on("error", () => undefined);
      stops.push(() => socket.destroy());
      sockets.push(socket);
      await once(socket, "connect");
      // The beginning of a ClientHello; the rest arrives byte by byte.
      socket.write(Buffer.from("16030100f0010000", "hex"));
    }
    const drip = setInterval(() => {
      for (const socket of sockets) socket.write("x");
    }, 50);
    stops.push(() => clearInterval(drip));
    const client = await kept(connectRaw(server.starttls));
    await client.reply();
    await client.say("EHLO client.test");
    await client.say("STARTTLS");
    client.write(Buffer.from("16030100f0010000", "hex"));
    await until(() => sockets.every((socket) => socket.destroyed || socket.readableEnded), {
      what: "all to be closed",
    });
    await client.untilClosed();
    expect(await send(await kept(logInRaw(server.implicit, GOOD_KEY)), "hello")).toMatch(/^250/);
  });

  test("a message that arrives byte by byte is aborted", async () => {
    const { implicit, messages } = await openServer({
      change: { dataWindowMs: 200, dataBytesPerSecond: 10_000, sweepMs: 20 },
    });
    const client = await kept(logInRaw(implicit, GOOD_KEY));
    await begin(client);
    client.write(`${header}\r\n`);
    const drip = setInterval(() => client.write("x"), 20);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 The message comes too slowly/);
    clearInterval(drip);
    expect(messages).toEqual([]);
  });

  test("a client that is idle after its login is disconnected", async () => {
    const { implicit } = await openServer({ change: { idleMs: 1_500, sweepMs: 20 } });
    const client = await kept(logInRaw(implicit, GOOD_KEY));
    expect(await client.reply()).toMatch(/^421/);
  });
});

describe("accounts do not affect each other", () => {
  const lines = (bytes: number) => `${"x".repeat(76)}\r\n`.repeat(Math.ceil(bytes / 78));
  const percentile = (times: number[]) =>
    times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;

  async function timesOf(client: RawSmtp, count: number): Promise<number[]> {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const begun = performance.now();
      expect(await send(client, lines(60_000))).toMatch(/^250/);
      times.push(performance.now() - begun);
    }
    return times;
  }

  test(
    "an account that uses its whole share of memory does not delay the mail of others",
    MEASURED,
    async () => {
      // The production limits divided by forty.
      const { implicit } = await openServer({
        change: { bytesUnderWay: 2_400_000, messageBytes: 1_000_000 },
      });
      const victim = await kept(logInRaw(implicit, OTHER_KEY));
      await timesOf(victim, 5);
      const without = percentile(await timesOf(victim, 40));
      for (const bytes of [975_000, 975_000, 440_000, ...Array(30).fill(1_200)]) {
        const attacker = await kept(logInRaw(implicit, GOOD_KEY));
        if ((await begin(attacker)).startsWith("354"))
          await attacker.writeAndDrain(`${header}\r\n${lines(bytes)}`);
      }
      const attacker = await kept(logInRaw(implicit, GOOD_KEY));
      await until(
        async () => {
          const reply = await attacker.say("MAIL FROM:<ada@example.com> SIZE=500000");
          await attacker.say("RSET");
          return reply.startsWith("452 4.3.1");
        },
        { what: "the attacker to use its share" },
      );
      const beside = percentile(await timesOf(victim, 40));
      expect(beside).toBeLessThan(2 * without + 50);
    },
  );

  test("a message that begins fast and continues byte by byte is aborted", async () => {
    const { implicit, messages } = await openServer({
      change: { dataWindowMs: 300, dataBytesPerSecond: 10_000, sweepMs: 20 },
    });
    const client = await kept(logInRaw(implicit, GOOD_KEY));
    await begin(client);
    await client.writeAndDrain(`${header}\r\n${lines(10_000_000)}`);
    const drip = setInterval(() => client.write("x"), 20);
    stops.push(() => clearInterval(drip));
    expect(await client.reply()).toMatch(/^421 4\.4\.2 The message comes too slowly/);
    expect(messages).toEqual([]);
  });

  test("one network uses at most half of the connections that the others leave free", async () => {
    let network = "attacker 1";
    const { starttls } = await openServer({ change: { connections: 12 }, networkOf: () => network });
    const greets = async () => (await (await kept(connectRaw(starttls))).reply()).startsWith("220");
    let held = 0;
    for (let n = 1; n <= 3; n += 1) {
      network = `attacker ${n}`;
      while (await greets()) held += 1;
    }
    expect(held).toBeLessThan(12);
    network = "victim";
    expect(await greets()).toBe(true);
  });

  test("an account has a limit of connections over all networks", async () => {
    let networks = 0;
    const { implicit } = await openServer({
      change: { connectionsPerAccount: 2 },
      networkOf: () => {
        networks += 1;
        return `network ${networks}`;
      },
    });
    const first = await kept(logInRaw(implicit, GOOD_KEY));
    await kept(logInRaw(implicit, GOOD_KEY));
    await expect(kept(logInRaw(implicit, GOOD_KEY))).rejects.toThrow(
      /421 4\.7\.0 Too many connections of this/,
    );
    expect(await send(await kept(logInRaw(implicit, OTHER_KEY)), "mine")).toMatch(/^250/);
    first.destroy();
    await until(() => kept(logInRaw(implicit, GOOD_KEY)).then(Boolean, () => false), {
      what: "the free connection",
    });
  });

  test("while many connections are open, clients have less time to log in", async () => {
    const { starttls } = await openServer({
      change: { connections: 4, strangerMs: 60_000, crowdedStrangerMs: 300, sweepMs: 20 },
      networkOf: () => String(Math.random()),
    });
    const open: RawSmtp[] = [];
    for (let n = 0; n < 3; n += 1) open.push(await kept(connectRaw(starttls)));
    for (const client of open) expect(await client.reply()).toMatch(/^220/);
    const replies = await Promise.race(open.map((client) => client.reply()));
    expect(replies).toMatch(/^421 4\.4\.2 Log in sooner/);
  });
});

describe("the memory budget of messages (F15)", () => {
  test("a message over the budget is deferred, and messages in progress continue", async () => {
    const { implicit, messages } = await openServer({ change: { bytesUnderWay: 2_000_000 } });
    const large = await kept(logInRaw(implicit, GOOD_KEY));
    await begin(large);
    large.write(`${header}\r\n${"x".repeat(76)}\r\n`.padEnd(900, "y"));
    large.write(`\r\n${`${"x".repeat(76)}\r\n`.repeat(11_000)}`);
    const other = await kept(logInRaw(implicit, GOOD_KEY));
    await until(
      async () => {
        const reply = await other.say("MAIL FROM:<ada@example.com> SIZE=900000");
        await other.say("RSET");
        return reply.startsWith("452 4.3.1");
      },
      { what: "the budget to be used" },
    );
    expect(await send(other, `${"x".repeat(76)}\r\n`.repeat(5_000))).toMatch(/^452 4\.3\.1 /);
    large.write("\r\n.\r\n");
    expect(await large.reply()).toMatch(/^250/);
    expect(await send(other, `${"x".repeat(76)}\r\n`.repeat(5_000))).toMatch(/^250/);
    expect(messages).toHaveLength(2);
  });

  test("a client that disconnects frees its memory", async () => {
    const { implicit } = await openServer({ change: { bytesUnderWay: 200_000 } });
    for (let n = 0; n < 5; n += 1) {
      const client = await kept(logInRaw(implicit, GOOD_KEY));
      await begin(client);
      client.write(`${header}\r\n${`${"x".repeat(76)}\r\n`.repeat(1_000)}`);
      client.destroy();
    }
    const client = await kept(logInRaw(implicit, GOOD_KEY));
    await until(async () => (await send(client, `${"x".repeat(76)}\r\n`.repeat(1_000))).startsWith("250"), {
      what: "the freed memory",
    });
  });

  test("a message over the limit gets 552 whatever SIZE said, and is not kept in memory (D9)", async () => {
    const { implicit, messages } = await openServer({
      change: { messageBytes: 100_000, bytesUnderWay: 210_000 },
    });
    const client = await kept(logInRaw(implicit, GOOD_KEY));
    expect(await begin(client, " SIZE=100")).toMatch(/^354/);
    client.write(`${header}\r\n${`${"x".repeat(76)}\r\n`.repeat(10_000)}.\r\n`);
    expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
    expect(await send(client, "small")).toMatch(/^250/);
    expect(messages).toHaveLength(1);
  });
});

describe("a stop", () => {
  test("lets a message in progress finish, and disconnects idle clients", async () => {
    const server = await startTestSubmission();
    const idle = await kept(logInRaw(server.implicit, GOOD_KEY));
    const busy = await kept(logInRaw(server.implicit, GOOD_KEY));
    await begin(busy);
    busy.write(`${header}\r\nhello`);
    const stopped = server.stop();
    expect(await idle.reply()).toMatch(/^421 4\.3\.2 /);
    busy.write("\r\n.\r\n");
    expect(await busy.reply()).toMatch(/^250/);
    expect(await busy.reply()).toMatch(/^421 4\.3\.2 /);
    await stopped;
    expect(server.messages).toHaveLength(1);
  });
});
