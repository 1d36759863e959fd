import { afterAll, beforeAll, expect, test } from "vitest";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import { createReporterCheck } from "./verify-reporter.ts";

let dns: DnsStub;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.close());

const signature = (length: number) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=x.test; s=s; l=${length}; h=from; bh=AAAA; b=AAAA\r\n`;
const check = (raw: Buffer, sizeBytes = raw.length) =>
  createReporterCheck([dns.address])({
    id: "00000000-0000-7000-8000-000000000000",
    raw,
    sizeBytes,
    envelopeFrom: "",
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
