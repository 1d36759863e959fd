import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type DnsStub, startDnsServer } from "../../../../test/harness/dns-server.ts";
import { OUR_DOMAIN, testSecrets } from "../../../../test/harness/inbound-client.ts";
import { until } from "../../../../test/harness/until.ts";
import { keyRecordText, makeSigningKey, readPrivateKey, signMessage } from "../../../mail/dkim/index.ts";
import { DnsClient } from "../../../mail/dns/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { Unsubscriptions, unsubscribeLinks } from "../../suppressions/index.ts";
import {
  dsn,
  type InboundWorld,
  openInboundWorld,
  returnPathOf,
  type SentEmail,
} from "../inbound-world.fixture.ts";
import { verifyReporter } from "./verify-reporter.ts";

const ABUSE_ADDRESS = `abuse@${OUR_DOMAIN}`;
let world: InboundWorld;
let dns: DnsStub;
let accountId: string;
/** Messages whose reporter was looked up. */
const lookUps: string[] = [];
const subscriptions: object[] = [];
const unsubscribed: object[] = [];
let nameServersReply = Promise.resolve();
const unsubscriptions = new Unsubscriptions({
  secrets: testSecrets,
  setSubscribed: async (_, contact) => void subscriptions.push(contact),
  onUnsubscribed: async (_, subscription) => void unsubscribed.push(subscription),
});

beforeEach(() => {
  subscriptions.length = 0;
  unsubscribed.length = 0;
});

beforeAll(async () => {
  dns = await startDnsServer();
  const client = new DnsClient({ servers: [dns.address], cache: { maxEntries: 0 } });
  world = await openInboundWorld({
    isUnsubscribeToken: (token) => unsubscriptions.isMailToken(token),
    unsubscribe: (db, token) => unsubscriptions.unsubscribeByToken(db, token),
    unsubscribeRecipient: (db, recipient) => unsubscriptions.unsubscribe(db, recipient, "email"),
    verifyReporter: async (message) => {
      lookUps.push(message.raw.toString("latin1"));
      await nameServersReply;
      return await verifyReporter(client, message);
    },
  });
  accountId = await world.createAccount();
});
afterAll(async () => {
  await world.close();
  await dns.close();
});

/** RFC 5965 §2: a report about a message, with the parts of it that the reporter returns. */
function arf({
  type = "abuse",
  returnPath,
  messageId,
  from = "fbl@reporter.test",
}: {
  type?: string;
  returnPath: string | null;
  messageId: string | null;
  from?: string;
}): string {
  return `From: ${from}
To: ${ABUSE_ADDRESS}
Subject: Abuse report
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: text/plain

This is an email abuse report.

--b1
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1

--b1
Content-Type: message/rfc822

${returnPath === null ? "" : `Return-Path: <${returnPath}>\n`}${messageId === null ? "" : `Message-ID: <${messageId}>\n`}From: sender@example.com
Subject: Hello

Hi
--b1--
`.replaceAll("\n", "\r\n");
}
const send = (address = "annoyed@elsewhere.test") => world.send(accountId, [address]);
const reportOf = (email: SentEmail) => ({ returnPath: returnPathOf(email), messageId: email.messageId });
const suppressed = async (address: string) =>
  (await world.suppressionsOf(accountId))
    .filter((suppression) => suppression.address === address)
    .map(({ reason }) => reason);

describe("a complaint (G5)", () => {
  test("that returns a message of ours counts, once", async () => {
    const email = await send("annoyed@elsewhere.test");
    expect(await world.bring([ABUSE_ADDRESS], arf(reportOf(email)))).toEqual(["recorded"]);
    expect(await world.bring([ABUSE_ADDRESS], arf(reportOf(email)))).toEqual(["repeated"]);
    expect(await world.eventsOf(email)).toMatchObject([{ type: "complained", position: 0 }]);
    expect(await world.statesOf(email)).toEqual(["delivered"]);
    expect(await world.suppressionsOf(accountId)).toMatchObject([
      { address: "annoyed@elsewhere.test", reason: "complaint", source_id: email.id, event: "complained" },
    ]);
  });

  test("to the return path itself still needs the Message-ID", async () => {
    const email = await send("direct@elsewhere.test");
    const { messageId } = email;
    const to = [returnPathOf(email)];
    expect(await world.bring(to, arf({ returnPath: null, messageId: "guess@example.com" }))).toEqual([
      "unverified",
    ]);
    expect(await world.bring(to, arf({ returnPath: null, messageId }))).toEqual(["recorded"]);
  });

  test("about mail sent through Amazon SES counts by the id that SES gave it", async () => {
    const account = await world.createAccount();
    const email = await world.send(account, ["ses@elsewhere.test"]);
    await world.query(
      `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
       VALUES ($1, $2, $3, 0, 1, 'delivered', '{"accepted_as": "0102-abc-000000"}')`,
      [account, email.id, newId()],
    );
    const report = (id: string) => arf({ returnPath: null, messageId: `${id}@eu-west-1.amazonses.com` });
    expect(await world.bring([returnPathOf(email)], report("0102-other"))).toEqual(["unverified"]);
    expect(await world.bring([returnPathOf(email)], report("0102-abc-000000"))).toEqual(["recorded"]);
    expect(await world.suppressionsOf(account)).toMatchObject([{ reason: "complaint" }]);
  });

  test.each([
    [
      "no return path of ours",
      (email: SentEmail) => ({ ...reportOf(email), returnPath: "sender@example.com" }),
    ],
    [
      "a forged return path",
      (email: SentEmail) => ({ ...reportOf(email), returnPath: `b${"a".repeat(55)}@${OUR_DOMAIN}` }),
    ],
    ["another Message-ID", (email: SentEmail) => ({ ...reportOf(email), messageId: "x@y.test" })],
    ["no Message-ID", (email: SentEmail) => ({ ...reportOf(email), messageId: null })],
    [
      "nothing but a trusted sender name",
      () => ({ returnPath: null, messageId: null, from: "fbl@google.com" }),
    ],
  ])("with %s is unverified and suppresses nothing", async (_, report) => {
    const email = await send("innocent@elsewhere.test");
    expect(await world.bring([ABUSE_ADDRESS], arf(report(email)))).toEqual(["unverified"]);
    expect(await world.eventsOf(email)).toEqual([]);
    expect(await suppressed("innocent@elsewhere.test")).toEqual([]);
  });

  test("with the return path of another email is unverified", async () => {
    const [one, other] = [await send("one@elsewhere.test"), await send("other@elsewhere.test")];
    const mixed = { returnPath: returnPathOf(one), messageId: other.messageId };
    expect(await world.bring([ABUSE_ADDRESS], arf(mixed))).toEqual(["unverified"]);
    expect(await suppressed("one@elsewhere.test")).toEqual([]);
  });

  test.each([
    ["not-spam", "nothing", []],
    ["auth-failure", "nothing", []],
    ["opt-out", "recorded", ["unsubscribe"]],
    ["fraud", "recorded", ["complaint"]],
  ])("of type %s: %s", async (type, outcome, reasons) => {
    const address = `${type}@elsewhere.test`;
    const email = await send(address);
    expect(await world.bring([ABUSE_ADDRESS], arf({ ...reportOf(email), type }))).toEqual([outcome]);
    expect(await suppressed(address)).toEqual(reasons);
    // The contact is unsubscribed too (H10).
    const expected = { accountId, addressKey: address, subscribed: false };
    expect(subscriptions).toEqual(type === "opt-out" ? [expected] : []);
    // Such an unsubscribe counts like one by a link.
    expect(unsubscribed).toEqual(type === "opt-out" ? [{ accountId, emailId: email.id, address }] : []);
  });

  test("of type opt-out counts once", async () => {
    const email = await send("twice@elsewhere.test");
    const report = arf({ ...reportOf(email), type: "opt-out" });
    expect(await world.bring([ABUSE_ADDRESS], report)).toEqual(["recorded"]);
    expect(await world.bring([ABUSE_ADDRESS], report)).toEqual(["repeated"]);
    expect(unsubscribed).toMatchObject([{ emailId: email.id }]);
  });

  test("without proof causes no look-up of its reporter", async () => {
    const email = await send("unasked@elsewhere.test");
    expect(await world.bring([ABUSE_ADDRESS], arf({ ...reportOf(email), messageId: "x@y.test" }))).toEqual([
      "unverified",
    ]);
    expect(await world.bring([ABUSE_ADDRESS], arf(reportOf(email)))).toEqual(["recorded"]);
    expect(await world.bring([ABUSE_ADDRESS], arf(reportOf(email)))).toEqual(["repeated"]);
    const later = await send("later@elsewhere.test");
    expect(await world.bring([ABUSE_ADDRESS], arf(reportOf(later)))).toEqual(["recorded"]);
    const countLookUps = (of: typeof email) => lookUps.filter((raw) => raw.includes(returnPathOf(of))).length;
    await until(() => countLookUps(later) > 0, { what: "the look-up", every: 5 });
    expect(countLookUps(email)).toBe(1);
  });

  test("whose reporter has slow name servers delays no other", async () => {
    const [slow, next] = [await send("slow@elsewhere.test"), await send("next@elsewhere.test")];
    const answered = Promise.withResolvers<void>();
    nameServersReply = answered.promise;
    expect(await world.bring([ABUSE_ADDRESS], arf(reportOf(slow)))).toEqual(["recorded"]);
    nameServersReply = Promise.resolve();
    expect(await world.bring([ABUSE_ADDRESS], arf(reportOf(next)))).toEqual(["recorded"]);
    answered.resolve();
  });

  test("is stored with the sender's SPF and the reporter's DKIM result", async () => {
    const made = await makeSigningKey("ed25519");
    dns.set("s1._domainkey.reporter.test TXT", [keyRecordText({ algorithm: "ed25519", ...made })]);
    dns.set("mx.elsewhere.test TXT", ["v=spf1 ip4:127.0.0.1 -all"]);
    const key = { algorithm: "ed25519", domain: "reporter.test", selector: "s1" } as const;
    const email = await send("vouched@elsewhere.test");
    const signed = await signMessage(Buffer.from(arf(reportOf(email))), {
      keys: [{ ...key, privateKey: readPrivateKey(made.privateKey) }],
      date: new Date(),
    });
    expect(await world.bring([ABUSE_ADDRESS], signed)).toEqual(["recorded"]);
    // The look-up happens after the complaint has been recorded.
    const row = await until(
      async () =>
        (
          await world.query<{ authentication: object }>(
            "SELECT authentication FROM inbound_messages WHERE authentication->'dkim'->0->>'domain' IS NOT NULL",
          )
        )[0],
      { what: "the reporter to be saved", every: 5 },
    );
    expect(row.authentication).toEqual({
      spf: { domain: "mx.elsewhere.test", result: "pass" },
      dkim: [{ domain: "reporter.test", result: "pass" }],
    });
  });
});

describe("mail to an unsubscribe address (H10)", () => {
  const deps = {
    secrets: testSecrets,
    baseUrl: "https://x.test",
    inboundDomainFor: async () => OUR_DOMAIN,
  };
  const addressIn = async ({ accountNumber, id }: SentEmail, address: string) => {
    const link = { accountId, accountNumber, emailId: id, address, fromDomain: "shop.test" };
    return (await unsubscribeLinks(deps, link)).mailto?.slice("mailto:".length).split("?")[0] as string;
  };

  test("unsubscribes its recipient; a bounce to it does not", async () => {
    const email = await send("leaving@elsewhere.test");
    const to = [await addressIn(email, "leaving@elsewhere.test")];
    expect(await world.bring(to, "From: leaving@elsewhere.test\r\nSubject: unsubscribe\r\n\r\n")).toEqual([
      "recorded",
    ]);
    expect(await suppressed("leaving@elsewhere.test")).toEqual(["unsubscribe"]);
    const stays = await send("stays@elsewhere.test");
    const bounce = dsn({ recipient: "stays@elsewhere.test" });
    expect(await world.bring([await addressIn(stays, "stays@elsewhere.test")], bounce)).toEqual(["nothing"]);
    expect(await suppressed("stays@elsewhere.test")).toEqual([]);
  });
});
