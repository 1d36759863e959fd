import { afterEach, expect, test } from "vitest";
import { type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { until } from "../../../../test/harness/until.ts";
import { DeliveryModes, type Relay, type RoutingState } from "../../routing/index.ts";
import type { TransmitResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";
import { RelayTransport } from "../transmit/relay-transport.ts";
import { RelayBreaker } from "./relay-breaker.ts";
import type { RelayHealth } from "./relay-health.ts";
import { RelayHops } from "./relay-hops.ts";
import { RelayInUse } from "./relay-in-use.ts";
import { relayPlan } from "./relay-plan.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startSink(onMessage?: () => Promise<void>): Promise<SmtpSink> {
  const sink = await startSmtpSink(onMessage ? { onMessage } : {});
  stops.push(sink.close);
  return sink;
}

/** Relays whose URL is the port of their server. */
function startHops(health: Partial<RelayHealth> = {}): RelayHops {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
  const hops = new RelayHops({
    graceMs: 0,
    make: ({ id, name, url, maxConnections }) =>
      new RelayInUse({
        throttle: `relay ${id}`,
        route: `relay ${name}`,
        plan: relayPlan(maxConnections),
        isOwn: true,
        transport: new RelayTransport({
          endpoint: {
            host: "127.0.0.1",
            port: Number(url),
            tls: "none",
            auth: null,
            rejectUnauthorized: true,
          },
          heloName: "out.example",
          ...(maxConnections !== null && { maxConnections }),
          coolDownMs: 0,
        }),
        breaker: new RelayBreaker({
          name,
          relayId: id,
          log,
          health: {
            open: async () => null,
            takeProbe: async () => true,
            recordSuccess: async () => undefined,
            ...health,
          },
        }),
        ratePerSecond: () => null,
      }),
  });
  stops.push(() => hops.close());
  return hops;
}

function relayOf({ port }: SmtpSink, over: Partial<Relay> = {}): Relay {
  const common = {
    accountId: "a",
    id: "r",
    kind: "smtp",
    secretSealed: null,
    weight: 1,
    ratePerSecond: null,
  } as const;
  return {
    ...common,
    name: "one",
    url: String(port),
    maxConnections: 1,
    enabled: true,
    isGuarded: false,
    revision: 1,
    ...over,
  };
}

const stateOf = (...relays: Relay[]): RoutingState => ({
  table: { rules: new Map(), relays: new Map(relays.map((relay) => [relay.id, relay])), pools: new Map() },
  troubles: new Map(),
  workers: 1,
  tableSince: 0,
  seenAt: 0,
  readAt: new Date(),
  modes: new DeliveryModes([], null),
});

function hopBy(hops: RelayHops, relay: Relay): Hop {
  return hops.hopTo({ relays: [relay], spread: "order", emailId: "e", attempt: 1, rule: null }) as Hop;
}

const message = async (): Promise<Buffer> => Buffer.from("Subject: Hello\r\n\r\nHello\r\n");

const send = (hop: Hop, render = message): Promise<TransmitResult[]> =>
  hop.transmit({
    envelope: { from: "a@example.com", recipients: ["b@example.org"] },
    render,
    mayTransmit: () => true,
    maySendFinalDot: async () => true,
  });

test("a reply is returned before the state of the relay is stored", async () => {
  const sink = await startSink();
  const stored = Promise.withResolvers<void>();
  const hops = startHops({ recordSuccess: () => stored.promise });
  expect(await send(hopBy(hops, relayOf(sink)))).toMatchObject([{ kind: "delivered" }]);
  let isClosed = false;
  const closed = hops.close().then(() => {
    isClosed = true;
  });
  await until(() => sink.openConnections === 0, { what: "the connection to go", every: 2 });
  expect(isClosed).toBe(false);
  stored.resolve();
  await closed;
});

/** The only connection is busy with a message until `open`; a second one waits for it. */
async function startBusy() {
  const reached = Promise.withResolvers<void>();
  const dam = Promise.withResolvers<void>();
  const old = await startSink(() => {
    reached.resolve();
    return dam.promise;
  });
  const hops = startHops();
  const relay = relayOf(old);
  hops.learn(stateOf(relay));
  const hop = hopBy(hops, relay);
  const busy = send(hop);
  await reached.promise;
  return { hops, relay, hop, busy, waiting: send(hop), open: dam.resolve };
}

test("mail that waits for a relay uses its new settings after an edit; transmissions in progress finish with the old ones (E14)", async () => {
  const { hops, hop, busy, waiting, open } = await startBusy();
  const renamed = relayOf(await startSink(), { name: "two", revision: 2 });
  hops.learn(stateOf(renamed));
  expect(await waiting).toMatchObject([{ kind: "delivered", route: "relay two" }]);
  // The mail was routed before the edit and sent after it.
  expect(await send(hop)).toMatchObject([{ kind: "delivered", route: "relay two" }]);
  open();
  expect(await busy).toMatchObject([{ kind: "delivered", route: "relay one" }]);
});

test("mail that waits for a relay is not tried when the relay is disabled or the worker stops", async () => {
  const { hops, relay, waiting, open } = await startBusy();
  hops.learn(stateOf({ ...relay, enabled: false, revision: 2 }));
  expect(await waiting).toEqual([{ kind: "untried", why: "closing" }]);
  open();
});

test("a stop waits no longer for a relay that was edited before", async () => {
  const { hops, relay, busy } = await startBusy();
  hops.learn(stateOf({ ...relay, weight: 2, revision: 2 }));
  await hops.close();
  expect(await busy).toMatchObject([{ kind: "uncertain", phase: "dot" }]);
});

test.each([
  ["the relay works again", "250 2.1.0 ok", ["delivered", "delivered"]],
  ["the relay still fails", "421 4.3.2 down", ["deferred", "deferred"]],
])(
  "one message of an email probes, and its other messages wait for the result: %s",
  async (_what, mail, kinds) => {
    const sink = await startSink();
    sink.setScript({ mail });
    const hops = startHops({ open: async () => ({ retryInMs: 60_000, isNewRefusal: false }) });
    const relay = relayOf(sink);
    const trouble = { id: "r", state: "open", retryInMs: 0, lastError: "down" } as const;
    hops.learn({ ...stateOf(relay), troubles: new Map([["r", trouble]]) });
    const found = [await hopBy(hops, relay), await hopBy(hops, relay)];
    const results = (await Promise.all(found.map((hop) => send(hop)))).flat();
    expect(results.map(({ kind }) => kind)).toEqual(kinds);
    if (kinds.includes("deferred"))
      expect(sink.commands.filter((line) => line.startsWith("MAIL"))).toHaveLength(1);
  },
);

test("after a stop, no connection is opened for mail that was being rendered when the relay was edited", async () => {
  const [old, edited] = [await startSink(), await startSink()];
  const hops = startHops();
  const relay = relayOf(old);
  hops.learn(stateOf(relay));
  const made = Promise.withResolvers<Buffer>();
  const sending = send(hopBy(hops, relay), () => made.promise);
  hops.learn(stateOf(relayOf(edited, { revision: 2 })));
  await hops.close();
  made.resolve(await message());
  expect(await sending).toEqual([{ kind: "untried", why: "closing" }]);
  expect([old.connections, edited.connections]).toEqual([0, 0]);
});
