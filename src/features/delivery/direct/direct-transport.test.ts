import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { MEASURED } from "../../../../test/harness/measured.ts";
import { type SinkOptions, type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { until } from "../../../../test/harness/until.ts";
import type { MailHost } from "../../../mail/dns/index.ts";
import { MessagesPerConnection } from "../../../mail/smtp/index.ts";
import type { TransmitResult } from "../outcome.ts";
import { DirectTransport } from "./direct-transport.ts";

const host = {
  name: "mx.one.example",
  preference: 10,
  addresses: [{ address: "127.0.0.1", family: 4 as const }],
  canonicalName: "mx.one.example",
  authenticated: false,
};
const destination = {
  kind: "hosts" as const,
  domain: "one.example",
  provider: "one.example",
  providerHosts: new Set([host.name]),
  authenticated: false,
};

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

type Started = {
  sink: SmtpSink;
  send: (recipient: string) => Promise<TransmitResult[] | null>;
  /** Recipients of messages whose server was reported as silent. */
  silent: string[];
};

type Settings = { silentMs?: number; nextServerMs?: number; hosts?: MailHost[] };

async function start({
  silentMs,
  nextServerMs,
  hosts = [host],
  ...options
}: SinkOptions & Settings): Promise<Started> {
  const sink = await startSmtpSink(options);
  const transport = new DirectTransport({
    port: sink.port,
    silentMs,
    nextServerMs,
    tlsPolicyOf: async () => ({ kind: "opportunistic", why: "" }),
  });
  stops.push(sink.close, () => transport.close());
  const messagesPerConnection = new MessagesPerConnection(100);
  const silent: string[] = [];
  const send = (recipient: string) =>
    transport.transmit(
      {
        destination: { ...destination, hosts },
        source: { localAddress: null, heloName: "out.example" },
        messagesPerConnection,
        throttle: "one.example",
        onAttempted: () => undefined,
        onNoGreeting: () => void silent.push(recipient),
      },
      {
        envelope: { from: "a@example.com", recipients: [recipient] },
        render: async () => Buffer.from("Subject: Hello\r\n\r\nHello\r\n"),
        mayTransmit: () => true,
        maySendFinalDot: async () => true,
      },
    );
  return { sink, send, silent };
}

const onlyFirst = (more: string) => ({
  greeting: ({ connection }: { connection: number }) => (connection === 1 ? undefined : more),
});

/** Holds each message until `open`. */
function dam() {
  const opened = Promise.withResolvers<void>();
  let held = 0;
  const onMessage = () => {
    held += 1;
    return opened.promise;
  };
  return { onMessage, isReached: () => held > 0, open: opened.resolve };
}

/** With less, a busy machine takes longer to connect and to greet. */
const SILENT_MS = 200;

describe("a server counts as silent", () => {
  test("if it greets no connection", async () => {
    const { sink, send, silent } = await start({ silentMs: SILENT_MS, script: { greeting: "hang" } });
    const sending = [send("a@one.example"), send("b@one.example")];
    await until(() => silent.length === 2, { what: "the reports", every: 2 });
    expect(silent.toSorted()).toEqual(["a@one.example", "b@one.example"]);
    sink.hangUp();
    expect((await Promise.all(sending)).flat()).toMatchObject([{ kind: "deferred" }, { kind: "deferred" }]);
    expect(silent).toHaveLength(2);
  });

  test("if it greets no further connection and does not reply on the open one either", async () => {
    const { onMessage, isReached, open } = dam();
    const { sink, send, silent } = await start({ silentMs: SILENT_MS, script: onlyFirst("hang"), onMessage });
    const first = send("a@one.example");
    await until(isReached, { what: "the first message", every: 2 });
    const second = send("b@one.example");
    await until(() => silent.length > 0, { what: "the report", every: 2 });
    expect(silent).toEqual(["b@one.example"]);
    open();
    expect((await Promise.all([first, second])).flat()).toMatchObject([
      { kind: "delivered" },
      { kind: "delivered" },
    ]);
    expect(sink.connections).toBe(2);
  });
});

describe("a message that waits for one of our connections does not make its server silent", () => {
  test("if the server refuses more connections, however long each message takes", async () => {
    const { onMessage, isReached, open } = dam();
    const { sink, send, silent } = await start({
      silentMs: SILENT_MS,
      script: onlyFirst("421 4.7.0 Too many connections"),
      onMessage,
    });
    const first = send("a@one.example");
    await until(isReached, { what: "the first message", every: 2 });
    const startedAt = performance.now();
    const second = send("b@one.example");
    await until(() => sink.connections > 1 && performance.now() - startedAt > 5 * SILENT_MS, {
      what: "five times the time of a silent server",
    });
    open();
    expect((await Promise.all([first, second])).flat()).toMatchObject([
      { kind: "delivered" },
      { kind: "delivered" },
    ]);
    expect(silent).toEqual([]);
  });

  test(
    "if the server lets more connections wait, and accepts messages on the open one",
    MEASURED,
    async () => {
      const { sink, send, silent } = await start({
        silentMs: 1_000,
        script: onlyFirst("hang"),
        onMessage: () => pause(250),
      });
      const startedAt = performance.now();
      const results = await Promise.all(Array.from({ length: 6 }, (_, n) => send(`${n}@one.example`)));
      expect(results.flat().map((result) => result?.kind)).toEqual(new Array(6).fill("delivered"));
      expect(performance.now() - startedAt).toBeGreaterThan(1_250);
      expect(sink.connections).toBeGreaterThan(1);
      expect(silent).toEqual([]);
    },
  );
});

test.each([
  [10_000, "delivered"],
  [50, "deferred"],
])(
  "after a server that was silent at MAIL, the next one is tried only within the time for it, %i ms: %s",
  async (nextServerMs, kind) => {
    const backup = { ...host, name: "mx.two.example", preference: 20 };
    const { sink, send } = await start({
      hosts: [host, backup],
      nextServerMs,
      script: { mail: ({ connection }) => (connection === 1 ? "hang" : undefined) },
    });
    const sending = send("a@one.example");
    await until(() => sink.connections === 1, { what: "the first server" });
    await pause(100);
    sink.hangUp();
    expect(await sending).toMatchObject([{ kind }]);
    expect(sink.connections).toBe(kind === "delivered" ? 2 : 1);
  },
);
