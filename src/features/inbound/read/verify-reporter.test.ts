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

test("G5 the signatures of a message are checked", async () => {
  expect((await check(message(5)))?.dkim).toHaveLength(5);
});

test.each([
  ["more signatures than anybody needs", message(6)],
  ["more octets than a report has", message(1, "x".repeat(300 * 1024))],
])("G11 %s are not", async (_, raw) => {
  expect(await check(raw)).toBeNull();
});

test("G5 of the beginning of a message alone they are not", async () => {
  const raw = message(1);
  expect(await check(raw, raw.length + 1)).toBeNull();
});
