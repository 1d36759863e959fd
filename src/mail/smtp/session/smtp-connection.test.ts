import { describe, expect, test, vi } from "vitest";
import { JOB, makeSmtpPairs } from "../../../../test/harness/smtp-pair.ts";
import { until } from "../../../../test/harness/until.ts";
import { DEFAULT_TIMEOUTS } from "../index.ts";

// The tests use real sockets, on a machine that may run other tests at the same time.
vi.setConfig({ testTimeout: 30_000 });

const { sinkWith, connectTo, connected } = makeSmtpPairs();

/** A promise and the function that resolves it. */
function gate(): { passed: Promise<void>; open: () => void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

test("the envelope is sent in one group with PIPELINING, otherwise one command at a time", async () => {
  for (const pipelining of [true, false]) {
    const sink = await sinkWith({ pipelining, size: 1_000, keepWire: true });
    const connection = await connected(sink);
    const outcomes = await connection.send({ ...JOB, recipients: ["x@y.example", "z@y.example"] });
    expect(outcomes).toMatchObject([{ kind: "delivered" }, { kind: "delivered" }]);
    const chunks = (sink.wire.get(1) ?? []).map((chunk) => chunk.toString());
    const group =
      "MAIL FROM:<a@b.example> SIZE=21\r\nRCPT TO:<x@y.example>\r\nRCPT TO:<z@y.example>\r\nDATA\r\n";
    expect(chunks.includes(group)).toBe(pipelining);
    expect(chunks.slice(1).join("")).toBe(`${group}Subject: x\r\n\r\nhello\r\n.\r\n`);
  }
});

test("the null sender and a quoted local part are sent unchanged", async () => {
  const sink = await sinkWith();
  const connection = await connected(sink);
  await connection.send({ ...JOB, from: "", recipients: ['"a b"@y.example'] });
  expect(sink.messages).toMatchObject([{ from: "", recipients: ['"a b"@y.example'] }]);
});

test("an address that would end its command is refused locally (C1)", async () => {
  const sink = await sinkWith();
  const connection = await connected(sink);
  const recipients = [
    "x@y.example>\r\nRCPT TO:<evil@x.example",
    "a b@y.example",
    "x@y.example\n",
    "x@y.example> NOTIFY=NEVER",
    "x",
  ];
  const outcomes = await connection.send({ ...JOB, recipients: [...recipients, "x@y.example"] });
  expect(outcomes.map(({ kind }) => kind)).toEqual([...recipients.map(() => "bounced"), "delivered"]);
  expect(outcomes[0]).toMatchObject({ phase: "rcpt", enhanced: "5.1.3", reply: null });
  expect(sink.messages).toMatchObject([{ recipients: ["x@y.example"] }]);
  expect(await connection.send({ ...JOB, from: "a@b.example>\r\nX" })).toMatchObject([
    { kind: "bounced", enhanced: "5.1.7" },
  ]);
  expect(sink.accepted).toBe(1);
});

test("a message larger than the server's SIZE is refused locally, and the connection stays usable (E31)", async () => {
  const sink = await sinkWith({ size: 20 });
  const connection = await connected(sink);
  expect(await connection.send(JOB)).toMatchObject([
    { kind: "bounced", phase: "mail", enhanced: "5.3.4", reply: null },
  ]);
  expect(sink.commands).toEqual(["EHLO client.example"]);
  expect(await connection.send({ ...JOB, message: Buffer.from("short\r\n") })).toMatchObject([
    { kind: "delivered" },
  ]);
});

describe("SMTPUTF8 (C8, C9)", () => {
  const recipients = ["jürgen@y.example", "x@y.example"];

  test("is used when it is offered and needed", async () => {
    const sink = await sinkWith({ smtpUtf8: true, keepWire: true });
    const connection = await connected(sink);
    expect(await connection.send({ ...JOB, recipients })).toMatchObject([
      { kind: "delivered" },
      { kind: "delivered" },
    ]);
    expect(sink.commands).toContain("MAIL FROM:<a@b.example> SMTPUTF8");
    expect(sink.messages[0]?.recipients).toEqual(recipients);
    await connection.send(JOB);
    expect(sink.commands).toContain("MAIL FROM:<a@b.example>");
  });

  test("when it is not offered, only recipients that need it are refused", async () => {
    const sink = await sinkWith();
    const connection = await connected(sink);
    const outcomes = await connection.send({ ...JOB, recipients });
    expect(outcomes).toMatchObject([
      { kind: "bounced", enhanced: "5.6.7", reply: null },
      { kind: "delivered" },
    ]);
    expect(sink.messages).toMatchObject([{ recipients: ["x@y.example"] }]);
    const message = Buffer.from("Reply-To: jürgen@b.example\r\n\r\nhello\r\n");
    for (const change of [{ from: "jürgen@b.example" }, { message }]) {
      expect(await connection.send({ ...JOB, ...change })).toMatchObject([
        { kind: "bounced", phase: "mail", enhanced: "5.6.7" },
      ]);
    }
    expect(sink.accepted).toBe(1);
  });
});

describe("RFC 6152: 8BITMIME", () => {
  const message = Buffer.from("Subject: x\r\n\r\nGr\xfc\xdfe\r\n", "latin1");

  test.each([true, false])("is declared for a body that needs it (pipelining %s)", async (pipelining) => {
    const sink = await sinkWith({ eightBitMime: true, size: 1_000, pipelining });
    const connection = await connected(sink);
    expect(await connection.send({ ...JOB, message })).toMatchObject([{ kind: "delivered" }]);
    expect(await connection.send(JOB)).toMatchObject([{ kind: "delivered" }]);
    expect(sink.commands.filter((command) => command.startsWith("MAIL"))).toEqual([
      `MAIL FROM:<a@b.example> SIZE=${message.length} BODY=8BITMIME`,
      `MAIL FROM:<a@b.example> SIZE=${JOB.message.length}`,
    ]);
    expect(sink.messages[0]?.raw.equals(message)).toBe(true);
  });

  test("when it is not offered, every recipient is refused locally, and the connection stays usable", async () => {
    for (const script of [
      {},
      { ehlo: ({ verb }: { verb: string }) => (verb === "EHLO" ? "502 No" : undefined) },
    ]) {
      const sink = await sinkWith({ script });
      const connection = await connected(sink);
      const recipients = ["x@y.example", "z@y.example"];
      const refusal = { kind: "bounced", phase: "mail", enhanced: "5.6.3", reply: null };
      expect(await connection.send({ ...JOB, recipients, message })).toMatchObject([refusal, refusal]);
      expect(sink.commands.some((command) => command.startsWith("MAIL"))).toBe(false);
      expect(await connection.send(JOB)).toMatchObject([{ kind: "delivered" }]);
    }
  });

  test("a UTF-8 header needs SMTPUTF8, with an 8-bit body also 8BITMIME (RFC 6531 §3.6)", async () => {
    const sink = await sinkWith({ smtpUtf8: true });
    const connection = await connected(sink);
    const header = "Reply-To: jürgen@b.example\r\n\r\n";
    for (const text of [header, `${header}Grüße\r\n`]) {
      expect(await connection.send({ ...JOB, message: Buffer.from(text) })).toMatchObject([
        { kind: "delivered" },
      ]);
    }
    expect(sink.commands.filter((command) => command.startsWith("MAIL"))).toEqual([
      "MAIL FROM:<a@b.example> SMTPUTF8",
      "MAIL FROM:<a@b.example> BODY=8BITMIME SMTPUTF8",
    ]);
  });
});

describe("no state of one message reaches the next (E32)", () => {
  test.each([true, false])("when every recipient was refused (pipelining %s)", async (pipelining) => {
    const sink = await sinkWith({
      pipelining,
      script: { rcpt: ({ address }) => (address.startsWith("bad") ? "550 5.1.1 No" : undefined) },
    });
    const connection = await connected(sink);
    expect(await connection.send({ ...JOB, recipients: ["bad@y.example"] })).toMatchObject([
      { kind: "bounced", phase: "rcpt" },
    ]);
    expect(await connection.send(JOB)).toMatchObject([{ kind: "delivered" }]);
    expect(sink.messages).toMatchObject([{ recipients: ["x@y.example"] }]);
    expect(sink.commands).toContain("RSET");
    expect(sink.connections).toBe(1);
  });

  test("when the sender was refused and the rest of the group got replies", async () => {
    const sink = await sinkWith({
      script: { mail: ({ address }) => (address === "" ? undefined : "550 5.7.1 No") },
    });
    const connection = await connected(sink);
    expect(await connection.send(JOB)).toMatchObject([
      { kind: "bounced", phase: "mail", reply: { enhanced: "5.7.1" } },
    ]);
    expect(await connection.send({ ...JOB, from: "" })).toMatchObject([{ kind: "delivered" }]);
  });

  test("a server that accepts DATA without recipients gets an empty message (RFC 2920 §3.1)", async () => {
    const script = { rcpt: "550 5.1.1 No", data: "354 Go ahead" };
    const sink = await sinkWith({ script });
    const connection = await connected(sink);
    expect(await connection.send(JOB)).toMatchObject([{ kind: "bounced", phase: "rcpt" }]);
    expect(sink.messages.map(({ raw }) => raw.toString())).toEqual([""]);
    sink.setScript({});
    expect(await connection.send(JOB)).toMatchObject([{ kind: "delivered" }]);
  });

  test("a refused RSET ends the connection", async () => {
    const sink = await sinkWith({ script: { rcpt: "550 5.1.1 No", rset: "500 What?" } });
    const connection = await connected(sink);
    await connection.send(JOB);
    expect(await connection.transact(JOB)).toMatchObject({
      unstarted: true,
      outcomes: [{ kind: "deferred", phase: "mail" }],
    });
    expect(connection.isUsable).toBe(false);
  });
});

test("the dot may take ten minutes, and no shorter timeout of an earlier phase ends it (E14)", async () => {
  expect(DEFAULT_TIMEOUTS.dot).toBe(600_000);
  const limits = { ...DEFAULT_TIMEOUTS, mail: 1_000, rcpt: 1_000, data: 1_000 };
  // Longer than the earlier timeouts: their timer fires during the wait for the reply to the dot.
  const onMessage = () => new Promise<void>((resolve) => setTimeout(resolve, 1_200));
  const sink = await sinkWith({ onMessage });
  const result = await connectTo(sink, {}, { timeouts: limits });
  if (!result.ok) throw new Error(result.failure.reason);
  expect(await result.connection.send(JOB)).toMatchObject([{ kind: "delivered" }]);
});

test("when maySendFinalDot returns false, the dot is withheld and the server stores nothing", async () => {
  const calls: number[] = [];
  const maySendFinalDot = () => {
    calls.push(sink.commands.length);
    return false;
  };
  const sink = await sinkWith();
  const connection = await connected(sink);
  expect(await connection.send({ ...JOB, maySendFinalDot })).toMatchObject([
    { kind: "deferred", phase: "body", reply: null, untried: "withheld" },
  ]);
  await until(() => sink.openConnections === 0, { what: "the connection to close" });
  expect(sink.accepted).toBe(0);
  expect(calls).toHaveLength(1);
  expect(await (await connected(sink)).send({ ...JOB, maySendFinalDot: () => true })).toMatchObject([
    { kind: "delivered" },
  ]);
});

describe("close() ends a message in flight", () => {
  test("as deferred before the dot, as uncertain after it", async () => {
    for (const [phase, kind] of [
      ["mail", "deferred"],
      ["dot", "uncertain"],
    ] as const) {
      const reached = gate();
      const hang = () => {
        reached.open();
        return "hang";
      };
      const sink = await sinkWith({ script: { [phase]: hang } });
      const connection = await connected(sink);
      const sending = connection.send(JOB);
      await reached.passed;
      connection.close();
      const [outcome] = await sending;
      expect(outcome).toMatchObject({ kind, phase, reply: null });
      expect(outcome?.untried).toBe(kind === "deferred" ? "closing" : undefined);
      expect(connection.isUsable).toBe(false);
    }
  });
});

test("a second message at the same time throws", async () => {
  const sink = await sinkWith();
  const connection = await connected(sink);
  const first = connection.send(JOB);
  await expect(connection.send(JOB)).rejects.toThrow("one message at a time");
  expect(await first).toMatchObject([{ kind: "delivered" }]);
});
