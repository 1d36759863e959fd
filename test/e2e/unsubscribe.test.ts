import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { addVerifiedDomain } from "../harness/verified-domain.ts";

let dns: DnsStub;
let sink: SmtpSink;
let posthouse: Posthouse;
let account: Account;

beforeAll(async () => {
  dns = await startDnsServer();
  sink = await startSmtpSink();
  posthouse = await startPosthouse({
    env: {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      BASE_URL: "https://mail.posthouse.test",
      DNS_SERVERS: dns.address,
      INBOUND_HOST: "in.posthouse.test",
      DEFAULT_FROM: "news@posthouse.test",
    },
  });
  account = await signUpAndCreateKey(posthouse);
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await sink.close();
  await dns.close();
});

const newsletter = {
  stream: "bulk",
  to: ["ada@sink.test", "grace@sink.test"],
  subject: "News",
  html: '<p>News. <a href="{{unsubscribe_url}}">No more</a></p>',
};

/** The final state of each recipient, once nothing is in flight. */
async function statesOf(id: string): Promise<Record<string, string>> {
  const { baseUrl } = posthouse;
  const { recipients } = await until(
    async () => {
      const email = await loadEmail(baseUrl, account.key, id);
      return !["queued", "sending"].includes(email.status) && email;
    },
    { within: 30_000, what: "an outcome" },
  );
  return Object.fromEntries(recipients.map(({ address, state }) => [address, state]));
}

/** The unfolded header field of the newest message to an address. */
function fieldOf(address: string, name: string): string {
  const message = sink.messages.findLast(({ recipients }) => recipients.includes(address));
  const header = (message?.raw.toString() ?? "").split("\r\n\r\n", 1)[0]?.replace(/\r\n[ \t]/g, " ") ?? "";
  return new RegExp(`^${name}: *(.*)$`, "im").exec(header)?.[1]?.trim() ?? "";
}

test("after one click with status 200 and an immediate kill -9 of everything, no more bulk mail is sent to the address (H6, H7, H8, C26)", async () => {
  const { baseUrl } = posthouse;
  const first = await sendEmail(baseUrl, account.key, newsletter);
  expect(await statesOf(first)).toEqual({ "ada@sink.test": "delivered", "grace@sink.test": "delivered" });
  expect(fieldOf("ada@sink.test", "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const [, url] = /^<(https:[^>]+)>$/.exec(fieldOf("ada@sink.test", "List-Unsubscribe")) ?? [];
  expect(url).toMatch(/^https:\/\/mail\.posthouse\.test\/u\/[\w-]+$/);
  expect(url).not.toBe(fieldOf("grace@sink.test", "List-Unsubscribe").slice(1, -1));

  const answer = await fetch(`${baseUrl}${new URL(url as string).pathname}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    redirect: "manual",
  });
  await Promise.all([posthouse.kill("api"), posthouse.kill("worker"), posthouse.kill("postgres")]);
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
  await posthouse.kill("supervisor");
  await posthouse.start();

  const second = await sendEmail(baseUrl, account.key, newsletter);
  expect(await statesOf(second)).toEqual({ "ada@sink.test": "suppressed", "grace@sink.test": "delivered" });
  const receipt = { to: "ada@sink.test", subject: "Your receipt", text: "Thank you." };
  expect(await statesOf(await sendEmail(baseUrl, account.key, receipt))).toEqual({
    "ada@sink.test": "delivered",
  });
  expect(fieldOf("ada@sink.test", "List-Unsubscribe")).toBe("");
  const toAda = sink.messages.filter(({ recipients }) => recipients.includes("ada@sink.test"));
  expect(toAda).toHaveLength(2);
});

test("without RETURN_PATH_DOMAIN, unsubscribe mail is sent to the return path of the sender's domain (H10)", async () => {
  expect(fieldOf("grace@sink.test", "List-Unsubscribe")).not.toContain("mailto:");
  dns.set("bounce.shop.test MX", [{ preference: 10, exchange: "in.posthouse.test" }]);
  await addVerifiedDomain(posthouse, { name: "shop.test", key: account.key, dns });
  const id = await sendEmail(posthouse.baseUrl, account.key, { ...newsletter, from: "news@shop.test" });
  expect(await statesOf(id)).toMatchObject({ "grace@sink.test": "delivered" });
  expect(fieldOf("grace@sink.test", "List-Unsubscribe")).toMatch(
    /, <mailto:u[a-z2-7]{52}@bounce\.shop\.test\?subject=unsubscribe>$/,
  );
});
