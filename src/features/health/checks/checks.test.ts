import { afterAll, beforeAll, expect, test } from "vitest";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { type DeliveryMode, loadConfig } from "../../../config.ts";
import { DnsClient } from "../../../mail/dns/index.ts";
import { askBlocklists } from "./blocklists.ts";
import type { CheckContext } from "./check.ts";
import { dnsCheck } from "./dns.ts";
import { checkOutbound } from "./outbound.ts";
import { returnsCheck } from "./returns.ts";
import { pointerName, reverseName } from "./reverse-name.ts";
import { pointerCheck } from "./sources.ts";

let stub: DnsStub;
let dns: DnsClient;
beforeAll(async () => {
  stub = await startDnsServer();
  dns = new DnsClient({ servers: [stub.address], timeoutMs: 10_000, tries: 1 });
});
afterAll(() => stub.close());

test.each([
  ["192.0.2.1", "1.2.0.192"],
  ["2001:db8::1", "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2"],
  ["2001:db8:1:2:3:4:5:6", "6.0.0.0.5.0.0.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.8.b.d.0.1.0.0.2"],
])("the reverse name of %s (RFC 1035 §3.5, RFC 3596 §2.5)", (address, name) => {
  expect(reverseName(address)).toBe(name);
});

test("a blocklist reply means listed, not listed or unknown", async () => {
  stub.set("9.113.0.203.zen.spamhaus.org A", ["127.0.0.2"]);
  stub.set("9.113.0.203.bl.spamcop.net A", ["127.255.255.254"]);
  stub.set("9.113.0.203.psbl.surriel.com A", ["192.0.2.7"]);
  const listings = await askBlocklists(dns, "203.0.113.9");
  expect(listings.map(({ list, state, reason }) => [list, state, reason])).toEqual([
    ["Spamhaus ZEN", "listed", "it returned 127.0.0.2"],
    ["SpamCop", "unknown", "it rejects queries from this resolver, as lists do with public resolvers"],
    ["PSBL", "unknown", "it returned an unknown code; the list may have shut down"],
    ["Barracuda", "not listed", null],
  ]);
  expect((await askBlocklists(dns, "2001:db8::9")).map(({ list, state }) => [list, state])).toEqual([
    ["Spamhaus ZEN", "not listed"],
  ]);
});

test("when the resolver fails, the result is unknown (E19)", async () => {
  stub.set("8.113.0.203.zen.spamhaus.org A", { problem: "servfail" });
  expect((await askBlocklists(dns, "203.0.113.8"))[0]).toMatchObject({ state: "unknown" });
});

/** The checks only read pools from the database. */
function createContext(
  sources: { address: string; helo_name: string }[],
  mode: DeliveryMode = "direct",
): CheckContext {
  const config = loadConfig({ BASE_URL: "http://mx.sender.example" });
  const database = {
    pool: { query: async () => ({ rows: sources }) },
  } as unknown as CheckContext["database"];
  return { config, database, dns, delivery: { mode, relay: null } };
}

test.each([
  ["no name", {}, "failed", /has no PTR record/],
  [
    "another name",
    { ptr: "host9.provider.example" },
    "warning",
    /is host9\.provider\.example, but EHLO says/,
  ],
  ["a name without that address", { ptr: "mx.sender.example" }, "failed", /does not resolve to/],
  ["matching names and addresses", { ptr: "mx.sender.example", a: "8.8.4.9" }, "ok", /resolve to each other/],
  [
    "a name that cannot be resolved now",
    { ptr: "mx.sender.example", a: null },
    "unknown",
    /mx\.sender\.example: /,
  ],
])(
  "reverse DNS of a source address: %s",
  async (_, { ptr, a }: { ptr?: string; a?: string | null }, level, words) => {
    stub.clear();
    if (ptr) stub.set(`${pointerName("8.8.4.9")} PTR`, [ptr]);
    if (a !== undefined) stub.set("mx.sender.example A", a === null ? { problem: "servfail" } : [a]);
    const fresh = new DnsClient({ servers: [stub.address], timeoutMs: 10_000, tries: 1 });
    const sources = [{ address: "8.8.4.9", helo_name: "mx.sender.example" }];
    const [finding] = await pointerCheck.examine({ ...createContext(sources), dns: fresh });
    expect(finding).toMatchObject({ level, words: expect.stringMatching(words) });
    expect(finding?.next === null).toBe(level === "ok");
  },
);

test("each spelling of an IPv6 address is the same address", async () => {
  stub.clear();
  stub.set(`${pointerName("2001:4860::8:9")} PTR`, ["mx.sender.example"]);
  stub.set("mx.sender.example AAAA", ["2001:4860:0:0:0:0:8:9"]);
  const fresh = new DnsClient({ servers: [stub.address], timeoutMs: 10_000, tries: 1 });
  const sources = [{ address: "2001:4860:0::0008:9", helo_name: "mx.sender.example" }];
  expect(await pointerCheck.examine({ ...createContext(sources), dns: fresh })).toMatchObject([
    { level: "ok" },
  ]);
});

test.each(["8.8.4.9", "localhost"])("%s is no name for EHLO on the internet", async (helo_name) => {
  const sources = [{ address: "8.8.4.9", helo_name }];
  expect(await pointerCheck.examine(createContext(sources))).toMatchObject([
    { level: "failed", next: expect.stringContaining("set HELO_NAME") },
  ]);
});

const returns = async (env: Record<string, string>, mode: DeliveryMode) => {
  const config = loadConfig({ BASE_URL: "https://mx.sender.example", ...env });
  const fresh = new DnsClient({ servers: [stub.address], timeoutMs: 10_000, tries: 1 });
  return await returnsCheck.examine({ config, dns: fresh, delivery: { mode, relay: null } });
};

test("bounces need an address for INBOUND_HOST, and the MX record of RETURN_PATH_DOMAIN", async () => {
  stub.clear();
  const own = { RETURN_PATH_DOMAIN: "bounces.sender.example" };
  expect(await returns({}, "relay")).toMatchObject([{ level: "ok" }]);
  expect(await returns({}, "direct")).toMatchObject([
    { level: "failed", words: expect.stringContaining("mx.sender.example has no address") },
  ]);
  stub.set("mx.sender.example A", ["8.8.4.9"]);
  expect(await returns({}, "direct")).toMatchObject([{ level: "ok" }]);
  expect(await returns(own, "relay")).toMatchObject([
    { level: "ok" },
    { level: "failed", words: expect.stringContaining("MX record of bounces.sender.example is missing") },
  ]);
  stub.set("bounces.sender.example MX", [{ exchange: "mx.sender.example", preference: 10 }]);
  expect(await returns(own, "relay")).toMatchObject([{ level: "ok" }, { level: "ok" }]);
});

test("without direct delivery, reverse DNS is not checked", async () => {
  expect(await pointerCheck.examine(createContext([], "capture"))).toMatchObject([{ level: "ok" }]);
});

test("an unresponsive resolver is a failure only when mail needs it", async () => {
  const dead = new DnsClient({ servers: ["127.0.0.1:1"], timeoutMs: 200, tries: 1 });
  const examine = (mode: DeliveryMode) => dnsCheck.examine({ ...createContext([], mode), dns: dead });
  expect(await examine("direct")).toMatchObject([{ level: "failed" }]);
  expect(await examine("capture")).toMatchObject([{ level: "unknown" }]);
});

test("an unreachable port is reported with a next step", async () => {
  const server = await startSmtpSink();
  try {
    const open = await checkOutbound("mx.sender.example", { servers: ["127.0.0.1"], port: server.port });
    expect(open).toMatchObject({ level: "ok", next: null });
  } finally {
    await server.close();
  }
  expect(await checkOutbound("mx.sender.example", { servers: ["127.0.0.1"], port: 1 })).toMatchObject({
    level: "failed",
    words: expect.stringContaining("port 1 cannot be reached"),
    next: expect.stringContaining("block outbound port 25"),
  });
});
