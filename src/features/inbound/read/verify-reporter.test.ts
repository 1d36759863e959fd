import { afterAll, beforeAll, expect, test } from "vitest";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import type { DnsEntry } from "../../../../test/harness/dns-zone.ts";
import { DnsClient } from "../../../mail/dns/index.ts";
import { verifyReporter } from "./verify-reporter.ts";

let dns: DnsStub;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.close());

const signature = (length: number) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=x.test; s=s; l=${length}; h=from; bh=AAAA; b=AAAA\r\n`;
const check = (raw: Buffer, sizeBytes = raw.length, envelopeFrom = "") =>
  verifyReporter(new DnsClient({ servers: [dns.address] }), {
    id: "00000000-0000-7000-8000-000000000000",
    raw,
    sizeBytes,
    envelopeFrom,
    recipients: [],
    clientIp: "127.0.0.1",
    network: "192.0.2.1",
    helo: "mx.test",
    line: "open",
  });
const message = (signatures: number, body = "hello") =>
  Buffer.from(
    `${Array.from({ length: signatures }, (_, at) => signature(at)).join("")}From: a@x.test\r\n\r\n${body}\r\n`,
  );

test("a message's signatures are checked (G5)", async () => {
  expect((await check(message(5)))?.dkim).toHaveLength(5);
});

test.each([
  ["a message with too many signatures", message(6)],
  ["a message larger than any report", message(1, "x".repeat(300 * 1024))],
])("%s is not checked (G11)", async (_, raw) => {
  expect(await check(raw)).toBeNull();
});

test("a truncated message is not checked (G5)", async () => {
  const raw = message(1);
  expect(await check(raw, raw.length + 1)).toBeNull();
});

test.each<[string, string, DnsEntry | null, string]>([
  ["permits by MX", "mx.spf.test TXT", { records: ["v=spf1 mx -all"] }, "pass"],
  ["names no MX host", "no-mx.spf.test TXT", { records: ["v=spf1 mx -all"] }, "fail"],
  ["does not exist", "none.spf.test TXT", null, "none"],
  ["cannot be looked up", "broken.spf.test TXT", { problem: "servfail" }, "temperror"],
])("the SPF record of a sender that %s (RFC 7208 §2.6)", async (_, key, entry, result) => {
  if (entry) dns.set(key, entry);
  dns.set("mx.spf.test MX", { records: [{ preference: 10, exchange: "host.spf.test" }] });
  dns.set("host.spf.test A", { records: ["127.0.0.1"] });
  const raw = message(0);
  const sender = `fbl@${key.split(" ")[0]}`;
  expect((await check(raw, raw.length, sender))?.spf.result).toBe(result);
});
