import { afterEach, beforeEach, expect, test } from "vitest";
import { TEST_CERTIFICATE } from "../../../../test/harness/smtp-certificate.ts";
import { type SinkOptions, type SmtpSink, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import type { TlsPolicy } from "../../../mail/tls-policy/index.ts";
import { isTried, type TransmitResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";
import { feedbackOf } from "../throttles/feedback.ts";
import { LocalThrottle } from "../throttles/local-throttle.ts";
import { planFor } from "../throttles/provider-plans.ts";
import type { DestinationDirectory } from "./destination-directory.ts";
import { DirectHops } from "./direct-hops.ts";
import { DirectTransport } from "./direct-transport.ts";
import type { HostMemory } from "./providers/host-memory.ts";
import { AddressPool, type SourcePool, SystemPool } from "./source-pool.ts";

/** All servers of a test share a port, each on an address of its own. */
const addresses = ["127.0.2.1", "127.0.2.2"] as const;
const noTls: TlsPolicy = { kind: "opportunistic", why: "one.example asks for no particular TLS." };
const sinks: SmtpSink[] = [];
let hops: DirectHops;
let logged: object[] = [];
let policy: TlsPolicy;

beforeEach(() => {
  logged = [];
  policy = noTls;
});
afterEach(async () => {
  await hops.close();
  for (const sink of sinks.splice(0)) await sink.close();
});

/** Servers of the provider one.example, each the only one of a domain: 1.example, 2.example. */
async function start(...servers: SinkOptions[]): Promise<void> {
  for (const [n, server] of servers.entries())
    sinks.push(await startSmtpSink({ ...server, host: addresses[n] as string, port: sinks[0]?.port ?? 0 }));
  const directory: Pick<DestinationDirectory, "find"> = {
    find: (domain) => {
      const address = addresses[Number.parseInt(domain, 10) - 1] as string;
      const host = {
        name: `mx.${domain}`,
        preference: 10,
        canonicalName: `mx.${domain}`,
        authenticated: false,
      };
      const hosts = [{ ...host, addresses: [{ address, family: 4 as const }] }];
      const providerHosts = new Set([host.name]);
      return { kind: "hosts", domain, provider: "one.example", providerHosts, hosts, authenticated: false };
    },
  };
  const transport = new DirectTransport({ port: sinks[0]?.port ?? 0, tlsPolicyOf: async () => policy });
  const memory = { ready: () => null, recordDelivery: () => undefined, close: async () => undefined };
  hops = new DirectHops({
    directory: directory as DestinationDirectory,
    transport,
    memory: memory as unknown as HostMemory,
  });
}

/** A pool without warm-up uses no database. */
function poolOf(...own: string[]): SourcePool {
  return new AddressPool({
    name: "own",
    sources: own.map((address) => ({ address, heloName: "out.example", startedOn: null })),
    database: null as never,
    log: { error: (about: object) => void logged.push(about) } as never,
  });
}

async function send(pool: SourcePool, domain = "1.example"): Promise<TransmitResult[]> {
  const hop = (await hops.hopTo(domain, pool, "an account")) as Hop;
  return await hop.transmit({
    envelope: { from: "a@b.example", recipients: [`x@${domain}`] },
    render: async () => Buffer.from("Subject: x\r\n\r\nhello\r\n"),
    mayTransmit: () => true,
    maySendFinalDot: async () => true,
  });
}

test("a source address that this machine does not have is skipped for the next one of its pool, and cools down (E37)", async () => {
  await start({});
  const pool = poolOf("203.0.113.7", "127.0.0.1");
  const results = await Promise.all(Array.from({ length: 6 }, () => send(pool)));
  for (const result of results) expect(result).toMatchObject([{ kind: "delivered", source: "127.0.0.1" }]);
  expect(sinks[0]?.accepted).toBe(6);
  expect(logged).toEqual([{ event: "source.unusable", source: "203.0.113.7", pool: "own" }]);
});

test("mail waits if its pool has no other source address; its servers' throttle learns nothing from that (E37)", async () => {
  await start({});
  const pool = poolOf("203.0.113.7", "203.0.113.8");
  const results = await send(pool);
  expect(results).toEqual([
    {
      kind: "deferred",
      retryAfterSeconds: 60,
      reason:
        "No address of pool own can be used now: this machine cannot send from 203.0.113.7, 203.0.113.8.",
    },
  ]);
  const throttle = new LocalThrottle(planFor("one.example"));
  throttle.acquire();
  throttle.release(feedbackOf(results.filter(isTried)));
  expect([throttle.hasReport, throttle.capacity() > 0]).toEqual([false, true]);
  expect(logged).toHaveLength(2);
});

test("a pool with both families sends to an IPv4 server from its IPv4 addresses", async () => {
  await start({});
  const pool = poolOf("2001:db8::7", "127.0.0.1", "2001:db8::8");
  for (let n = 0; n < 3; n += 1)
    expect(await send(pool)).toMatchObject([{ kind: "delivered", source: "127.0.0.1" }]);
  expect(logged).toEqual([]);
  expect(await send(poolOf("2001:db8::7"))).toMatchObject([{ kind: "deferred", enhanced: "4.4.4" }]);
});

test("the limit of messages per connection of one server applies to all servers of its provider", async () => {
  const taken = new Map<string, number>();
  const script = (server: number) => ({
    mail: ({ connection }: { connection: number }) => {
      const key = `${server} ${connection}`;
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return (taken.get(key) ?? 0) > 5 ? "421 Max message per connection reached, closing" : undefined;
    },
  });
  await start({ script: script(1) }, { script: script(2) });
  const pool = new SystemPool("out.example");
  const tooMany = () => [...taken.values()].filter((count) => count > 5).length;
  for (let n = 0; n < 40; n += 1)
    expect(await send(pool, "1.example")).toMatchObject([{ kind: "delivered" }]);
  // 100, 50, 25, 12, 6.
  expect(tooMany()).toBe(5);
  for (let n = 0; n < 20; n += 1)
    expect(await send(pool, "2.example")).toMatchObject([{ kind: "delivered" }]);
  // The first message to a new server has a connection of its own.
  expect([tooMany(), sinks[1]?.connections]).toEqual([5, 5]);
});

test("each result names the TLS policy that it followed (E27)", async () => {
  await start({ tls: "starttls" });
  const pool = new SystemPool("out.example");
  expect(await send(pool)).toMatchObject([{ kind: "delivered", tls: "TLSv1.3", policy: noTls.why }]);
  policy = { kind: "enforced", by: "mta-sts", why: "The MTA-STS policy of 1.example is to be enforced." };
  expect(await send(pool)).toMatchObject([
    { kind: "deferred", phase: "tls", policy: policy.why, reason: expect.stringContaining("self-signed") },
  ]);
  const certificate = Buffer.from(TEST_CERTIFICATE.cert);
  const records = [{ usage: 3, selector: 0, matchingType: 0, certificate }];
  policy = { kind: "enforced", by: "dane", why: "It has TLSA records (DANE).", records, names: [] };
  expect(await send(pool)).toMatchObject([
    { kind: "deferred", phase: "tls", policy: policy.why, reason: expect.stringContaining("TLSA records") },
  ]);
});

test("mail that arrives after the stop is not tried, and opens no connection", async () => {
  await start({});
  await hops.close();
  const pool = new SystemPool("out.example");
  expect(await send(pool)).toEqual([{ kind: "untried", why: "closing" }]);
  expect(sinks[0]?.connections).toBe(0);
});
