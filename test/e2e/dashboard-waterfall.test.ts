import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatElapsed } from "../../dashboard/src/ui/format-elapsed.ts";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { freePort } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { addVerifiedDomain } from "../harness/verified-domain.ts";

/** The waterfall of an attempt, on the page of an email that was delivered to a real server. */

/** How long the resolver and the mail server wait in each phase, so that every phase is long enough to be measured. RCPT is long because its command is sent with MAIL, whose reply a busy machine may read late. */
const DELAYS_MS = { dns: 20, connect: 25, mail: 30, rcpt: 400, data: 40, reply: 45 };

const PHASES = [
  ["DNS", "dns"],
  ["Connect", "connect"],
  ["TLS", "tls"],
  ["MAIL", "mail"],
  ["RCPT", "rcpt"],
  ["DATA", "data"],
  ["Reply", "reply"],
] as const;

type Durations = Record<"queue" | (typeof PHASES)[number][1], number>;
type Delivered = { id: string; durations: Durations };
type Attempted = { recipients: { events: { type: string; detail: { durations?: Durations } }[] }[] };

let stage: Stage;
let page: Page;
let dns: DnsStub;
let sink: SmtpSink;
let deliveries: Delivered[];
let first: Delivered;
let third: Delivered;

beforeAll(async () => {
  const [host, port] = ["127.0.2.3", await freePort()];
  const after = (ms: number) => () => setTimeout(ms, undefined);
  dns = await startDnsServer({
    "friends.example MX": {
      records: [{ preference: 10, exchange: "mx.friends.example" }],
      delayMs: DELAYS_MS.dns,
    },
    "mx.friends.example A": [host],
  });
  sink = await startSmtpSink({
    ...{ host, port, tls: "starttls" },
    script: {
      greeting: after(DELAYS_MS.connect),
      mail: after(DELAYS_MS.mail),
      rcpt: after(DELAYS_MS.rcpt),
      data: after(DELAYS_MS.data),
      dot: after(DELAYS_MS.reply),
    },
  });
  stage = await openStage({
    env: {
      ...{ DELIVERY: "direct", DIRECT_PORT: String(port), DIRECT_TO_PRIVATE: "on" },
      ...{ DNS_SERVERS: dns.address, SIGNUPS: "open" },
    },
  });
  page = stage.page;
  await addVerifiedDomain(stage.posthouse, { name: "shop.example", key: stage.member.key, dns });
  first = await deliver("First");
  // The first delivery teaches the throttle the domain's server, so the second opens a connection of its own, which the third reuses.
  const second = await deliver("Second");
  third = await deliver("Third");
  deliveries = [first, second, third];
});
afterAll(async () => {
  await stage?.close();
  await sink?.close();
  await dns?.close();
});
tellInChapters(() => page);

/** Returns the durations of the attempt as the API has them. */
async function deliver(subject: string): Promise<Delivered> {
  const { baseUrl, member } = stage;
  const id = await sendEmail(baseUrl, member.key, {
    ...{ from: "hello@shop.example", to: "ada@friends.example", subject, text: "x" },
  });
  const durations = await until(
    async () => {
      const { body } = await callApi<Attempted>(baseUrl, `/api/v1/emails/${id}`, { key: member.key });
      return body.recipients[0]?.events.find(({ type }) => type === "delivered")?.detail.durations;
    },
    { what: `the delivery of “${subject}”` },
  );
  return { id, durations };
}

const waterfall = () =>
  page.getByRole("list", { name: "Timeline" }).getByRole("figure", { name: /^Took .* m?s/ });

test("a delivery is drawn with its time in the queue, and DNS, connection, TLS, MAIL, RCPT, DATA and reply in milliseconds", async () => {
  const { id, durations } = first;
  expect(sink.messages[0]).toMatchObject({ recipients: ["ada@friends.example"], secure: true });
  expect(Object.keys(durations).toSorted()).toEqual(["queue", ...PHASES.map(([, key]) => key)].toSorted());
  let delayedMs = 0;
  let measuredMs = 0;
  for (const [, key] of PHASES) {
    const ms = key === "tls" ? 0 : DELAYS_MS[key];
    delayedMs += ms;
    measuredMs += durations[key];
    // A reply that is read late makes its phase longer and the next one shorter, but never their sum: a busy machine can do that to one delivery.
    expect(Math.max(...deliveries.map((one) => one.durations[key] ?? 0)), key).toBeGreaterThanOrEqual(ms / 2);
    // Each timer may end a millisecond early, and each duration is rounded.
    expect(measuredMs, `until ${key}`).toBeGreaterThanOrEqual(delayedMs - 2 * PHASES.length);
  }
  await page.goto(`${stage.baseUrl}/emails/${id}`);
  await waterfall().waitFor();
  const totalMs = PHASES.reduce((sum, [, key]) => sum + durations[key], 0);
  const caption = `Took ${formatElapsed(totalMs)}, after ${formatElapsed(durations.queue)} in the queue`;
  // Screen readers get the phases with their durations, and no bars.
  expect(await waterfall().ariaSnapshot()).toBe(
    [
      `- figure "${caption}":`,
      `  - text: ${caption}`,
      "  - list:",
      ...PHASES.map(([label, key]) => `    - listitem: ${label} ${formatElapsed(durations[key])}`),
    ].join("\n"),
  );
});

test("each bar begins where the one before ends", async () => {
  const bars = await waterfall().getByRole("listitem").locator("[aria-hidden=true] > span").all();
  expect(bars).toHaveLength(PHASES.length);
  const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
  const gaps = boxes.slice(1).map((box, index) => {
    const before = boxes[index];
    return Math.abs((box?.x ?? 0) - (before?.x ?? 0) - (before?.width ?? 0));
  });
  // A short phase has a bar of the least width, so the next bar may begin a few pixels before its end.
  expect(Math.max(...gaps)).toBeLessThan(4);
});

test("the waterfall is accessible", async () => {
  await expectAccessible(page);
});

test("a delivery over an open connection says so, and has no bars for the connection and TLS", async () => {
  const { id, durations } = third;
  expect(sink.connections).toBe(2);
  await page.goto(`${stage.baseUrl}/emails/${id}`);
  await waterfall()
    .getByText(/, over an open connection$/)
    .waitFor();
  const phases = await waterfall().getByRole("listitem").allTextContents();
  expect(phases.map((text) => text.replace(/[\d.]+ m?s$/, ""))).toEqual(
    PHASES.filter(([, key]) => key in durations).map(([label]) => label),
  );
  expect(phases.join()).not.toMatch(/Connect|TLS/);
});
