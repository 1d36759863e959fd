import { afterAll, beforeAll, expect, test } from "vitest";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import { startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { loadConfig } from "../../../config.ts";
import { DnsClient } from "../../../mail/dns/index.ts";
import { askBlocklists } from "./blocklists.ts";
import type { CheckContext } from "./check.ts";
import { dnsCheck } from "./dns.ts";
import { checkOutbound } from "./outbound.ts";
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
  mode: CheckContext["delivery"]["mode"] = "direct",
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
])(
  "reverse DNS of a source address: %s",
  async (_, { ptr, a }: { ptr?: string; a?: string }, level, words) => {
    stub.clear();
    if (ptr) stub.set(`${pointerName("8.8.4.9")} PTR`, [ptr]);
    if (a) stub.set("mx.sender.example A", [a]);
    const fresh = new DnsClient({ servers: [stub.address], timeoutMs: 10_000, tries: 1 });
    const sources = [{ address: "8.8.4.9", helo_name: "mx.sender.example" }];
    const [finding] = await pointerCheck.examine({ ...createContext(sources), dns: fresh });
    expect(finding).toMatchObject({ level, words: expect.stringMatching(words) });
    expect(finding?.next === null).toBe(level === "ok");
  },
);

test("without direct delivery, reverse DNS is not checked", async () => {
  expect(await pointerCheck.examine(createContext([], "capture"))).toMatchObject([{ level: "ok" }]);
});

test("an unresponsive resolver is a failure only when mail needs it", async () => {
  const dead = new DnsClient({ servers: ["127.0.0.1:1"], timeoutMs: 200, tries: 1 });
  const examine = (mode: CheckContext["delivery"]["mode"]) =>
    dnsCheck.examine({ ...createContext([], mode), dns: dead });
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
