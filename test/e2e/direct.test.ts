import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dsn } from "../../src/features/inbound/inbound-world.fixture.ts";
import { callApi, loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { deliverInbound, greetInbound } from "../harness/inbound-client.ts";
import { freePort, type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

type DnsRecord = { id: string; type: string; name: string; value: string };
type Domain = { status: string; return_path: string; signs: string[]; records: DnsRecord[] };

let posthouse: Posthouse;
let dns: DnsStub;
let first: SmtpSink;
let second: SmtpSink;
let key: string;

/** An operator who delivers without a relay, from start to end. */
beforeAll(async () => {
  dns = await startDnsServer({
    "friends.example MX": [
      { preference: 10, exchange: "mx1.friends.example" },
      { preference: 20, exchange: "mx2.friends.example" },
    ],
    "mx1.friends.example A": ["127.0.2.1"],
    "mx2.friends.example A": ["127.0.2.2"],
  });
  const port = await freePort();
  first = await startSmtpSink({ host: "127.0.2.1", port, tls: "starttls" });
  second = await startSmtpSink({ host: "127.0.2.2", port });
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    roles: "all",
    env: {
      DELIVERY: "direct",
      DIRECT_PORT: String(port),
      DIRECT_TO_PRIVATE: "on",
      DNS_SERVERS: dns.address,
      INBOUND_PORT: "0",
      INBOUND_HOST: "mail.posthouse.example",
      HELO_NAME: "out.posthouse.example",
      SIGNUPS: "open",
    },
  });
  key = (await signUpAndCreateKey(posthouse)).key;
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await first?.close();
  await second?.close();
  await dns?.close();
});

const call = <T>(path: string, method: string, body?: unknown) =>
  callApi<T>(posthouse.baseUrl, path, { method, key, ...(body !== undefined && { body }) });
const email = { from: "Shop <hello@shop.example>", subject: "Your order", html: "<p>On its way</p>" };
const send = (to: string, more: object = {}) => sendEmail(posthouse.baseUrl, key, { ...email, to, ...more });
const untilStatus = (id: string, status: string) =>
  until(async () => (await loadEmail(posthouse.baseUrl, key, id)).status === status, {
    within: 30_000,
    what: `${id} to be ${status}`,
  });

/** Publishes the records that the page shows. */
function publish(records: DnsRecord[]): void {
  for (const { type, name, value } of records) {
    const [preference, exchange] = value.split(" ");
    if (type === "MX") dns.set(`${name} MX`, [{ preference: Number(preference), exchange }]);
    if (type === "TXT") dns.set(`${name} TXT`, [value.match(/.{1,255}/g)]);
  }
}

describe("an instance that delivers by itself", () => {
  test("sends from no domain that it has not verified, and says what to do (C22)", async () => {
    const { status, body } = await call<{ error: { code: string } }>("/api/v1/send", "POST", {
      ...email,
      to: "ada@friends.example",
    });
    expect([status, body.error.code]).toEqual([403, "sender_not_allowed"]);
  });

  test("verifies a domain by its DNS records", async () => {
    const { body: added } = await call<Domain>("/api/v1/domains", "POST", { name: "shop.example" });
    publish(added.records);
    const { body: checked } = await call<Domain>("/api/v1/domains/shop.example/check", "POST");
    expect(checked).toMatchObject({ status: "verified", return_path: "bounce.shop.example" });
    expect(checked.signs.toSorted()).toEqual(["ed25519", "rsa"]);
  });

  test("delivers to the recipients' preferred server: over TLS, signed twice, with its own return path", async () => {
    const id = await until(() => send("ada@friends.example").catch(() => null), {
      what: "the domain to count",
    });
    await untilStatus(id, "delivered");
    const [message] = first.messages;
    expect(message).toMatchObject({ recipients: ["ada@friends.example"], secure: true });
    expect(message?.from).toMatch(/^b[a-z2-7]{55}@bounce\.shop\.example$/);
    expect(message?.raw.toString().match(/^DKIM-Signature:/gm)).toHaveLength(2);
    const { recipients } = await loadEmail(posthouse.baseUrl, key, id);
    expect(recipients[0]?.events.at(-1)?.detail).toMatchObject({
      host: "mx1.friends.example",
      route: "direct",
      tls: "TLSv1.3",
    });
  });

  test("suppresses an address after its bounce comes back", async () => {
    const id = await send("gone@friends.example");
    await untilStatus(id, "delivered");
    const returnPath = first.messages.at(-1)?.from ?? "";
    const server = await greetInbound(posthouse.inboundPort());
    await deliverInbound(server, { to: [returnPath], message: dsn({ recipient: "gone@friends.example" }) });
    server.destroy();
    await until(
      async () => {
        const { recipients } = await loadEmail(posthouse.baseUrl, key, id);
        return recipients[0]?.events.some(({ type }) => type === "bounced");
      },
      { within: 30_000, what: "the bounce" },
    );
    await untilStatus(await send("gone@friends.example"), "suppressed");
  });

  test("suppresses addresses that the first server does not know, and none for errors of the sender (G9)", async () => {
    first.setScript({
      rcpt: ({ address }) =>
        address.startsWith("nobody")
          ? "550 5.1.1 <nobody@friends.example>: Recipient address rejected: User unknown"
          : "554 5.7.1 Service unavailable; Client host blocked using zen.spamhaus.org",
    });
    await untilStatus(await send("nobody@friends.example"), "bounced");
    await untilStatus(await send("somebody@friends.example"), "bounced");
    await until(async () => (await listSuppressed()).includes("nobody@friends.example"), {
      what: "the suppression",
    });
    expect(await listSuppressed()).not.toContain("somebody@friends.example");
    first.setScript({});
  });

  test("uses the next server if the preferred one is down (E28)", async () => {
    await first.close();
    await untilStatus(await send("ada@friends.example"), "delivered");
    expect(second.messages.map(({ recipients }) => recipients)).toEqual([["ada@friends.example"]]);
  });

  test("lets recipients unsubscribe from bulk mail, effective at once (H6)", async () => {
    const id = await send("leaver@friends.example", {
      stream: "bulk",
      html: '<a href="{{unsubscribe_url}}">leave</a>',
    });
    await untilStatus(id, "delivered");
    const text = second.messages.at(-1)?.raw.toString().replaceAll("=\r\n", "") ?? "";
    const [, path] = /href=3D"http:\/\/[^/]+(\/u\/[\w-]+)"/.exec(text) ?? [];
    const { status } = await fetch(`${posthouse.baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(status).toBe(200);
    await untilStatus(await send("leaver@friends.example", { stream: "bulk" }), "suppressed");
    await untilStatus(await send("leaver@friends.example"), "delivered");
  });
});

async function listSuppressed(): Promise<string[]> {
  const { body } = await call<{ suppressions: { email: string; address?: string }[] }>(
    "/api/v1/suppressions",
    "GET",
  );
  return body.suppressions.map(({ email, address }) => email ?? address ?? "");
}
