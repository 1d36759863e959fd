/** Bodies that cost careless readers the most, on the running program: none may hold up an event loop of any process. */
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, loadEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { leastBlocked, watchEventLoops } from "../harness/event-loop-watch.ts";
import { hostileHtml } from "../harness/hostile-html.ts";
import { hostileMessages } from "../harness/hostile-messages.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

/** Of a body of up to 2 MB, and of any that the limits allow, in processor time of the thread. */
const USUAL_MS = 100;
const LONGEST_MS = 500;
const to = "delivered@simulator.posthouse.test";
let watch: Awaited<ReturnType<typeof watchEventLoops>>;
let posthouse: Posthouse;
let account: Account;

beforeAll(async () => {
  watch = await watchEventLoops();
  posthouse = await startPosthouse({ roles: ["api", "smtp", "worker"], env: watch.env });
  account = await signUpAndCreateKey(posthouse);
  // Code that runs for the first time is slow in itself.
  for (let n = 0; n < 3; n += 1) await sendAndLoad("<div><table><tr><td>x".repeat(1_000));
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await watch?.close();
});

const post = (path: string, body: object) =>
  fetch(`${posthouse.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Accepts, delivers and shows it. */
async function sendAndLoad(html: string): Promise<void> {
  const email = { to, subject: "hostile", html };
  expect((await post("/api/v1/send?dry_run=true", email)).status).toBe(200);
  const answer = await post("/api/v1/send", email);
  const { id } = (await answer.json()) as { id: string };
  await stateOf(id);
}

/** The state in which its one recipient ends. */
async function stateOf(id: string): Promise<string> {
  return await until(
    async () => {
      const { recipients } = await loadEmail(posthouse.baseUrl, account.key, id);
      const state = recipients[0]?.state ?? "queued";
      return state !== "queued" && state !== "sending" && state;
    },
    { within: 60_000, every: 250, what: "the outcome" },
  );
}

const kinds = [
  "nested div",
  "nested tables",
  "nested lists",
  "nested links",
  "flat table",
  "one row of many cells",
  "many attributes",
  "one long word",
  "ampersands alone",
];

test.each(kinds)("2 MB of %s", async (kind) => {
  const html = (hostileHtml[kind] as (bytes: number) => string)(1_900_000);
  const measure = () => watch.during(() => sendAndLoad(html));
  expect(await leastBlocked(USUAL_MS, measure)).toBeLessThan(USUAL_MS);
});

test("29 MB of HTML", async () => {
  const html = (hostileHtml["one long word"] as (bytes: number) => string)(29_000_000);
  const measure = () => watch.during(() => sendAndLoad(html));
  expect(await leastBlocked(LONGEST_MS, measure)).toBeLessThan(LONGEST_MS);
});

test("SendGrid's sandbox checks 500 personalizations without rendering each", async () => {
  const body = {
    from: { email: "ada@example.com" },
    personalizations: Array.from({ length: 500 }, () => ({ to: [{ email: to }] })),
    subject: "x",
    content: [{ type: "text/html", value: "<p>x</p>".repeat(120_000) }],
    mail_settings: { sandbox_mode: { enable: true } },
  };
  const measure = () =>
    watch.during(async () => {
      const answer = await post("/compat/sendgrid/v3/mail/send", body);
      expect(answer.status, await answer.text()).toBe(200);
    });
  expect(await leastBlocked(USUAL_MS, measure)).toBeLessThan(USUAL_MS);
});

test.each(["messages in messages", "empty parts", "flowed lines", "nested multiparts", "attached files"])(
  "2 MB of %s by SMTP, and looked at",
  async (kind) => {
    const raw = (hostileMessages[kind] as (bytes: number) => Buffer)(1_900_000);
    const { implicit: port } = await until(() => posthouse.findSmtpPorts(), { what: "SMTP" });
    const transport = createTransport({
      host: "127.0.0.1",
      port,
      secure: true,
      tls: { rejectUnauthorized: false },
      auth: { user: "posthouse", pass: account.key },
    });
    const sendAndLook = async () => {
      const { response } = await transport.sendMail({ raw, envelope: { from: "ada@example.com", to } });
      const id = /queued as (\S+)/.exec(response)?.[1] ?? "";
      expect(await stateOf(id)).toBe("delivered");
      const shown = (await loadEmail(posthouse.baseUrl, account.key, id)) as { content_unreadable?: unknown };
      if (kind === "nested multiparts") expect(shown.content_unreadable).toContain("nested");
    };
    const least = await leastBlocked(USUAL_MS, () => watch.during(sendAndLook));
    transport.close();
    expect(least).toBeLessThan(USUAL_MS);
  },
);
