/** Bodies that are expensive for careless parsers, on the running program: none may block an event loop of any process. */
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/index.ts";
import { type Account, callApi, loadEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { leastBlocked, watchEventLoops } from "../harness/event-loop-watch.ts";
import { hostileHtml } from "../harness/hostile-html.ts";
import { hostileMessages } from "../harness/hostile-messages.ts";
import { deliverInbound, greetInbound } from "../harness/inbound-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

/** Limits for bodies of up to 2 MB, and for all allowed bodies, in processor time of the thread. */
const USUAL_MS = 100;
const LONGEST_MS = 500;
const to = "delivered@simulator.posthouse.test";
let watch: Awaited<ReturnType<typeof watchEventLoops>>;
let posthouse: Posthouse;
let account: Account;

beforeAll(async () => {
  watch = await watchEventLoops();
  posthouse = await startPosthouse({
    roles: "all",
    env: { ...watch.env, INBOUND_PORT: "0", RETURN_PATH_DOMAIN: "bounces.posthouse.test" },
  });
  account = await signUpAndCreateKey(posthouse);
  // The first run of any code is slow.
  for (let n = 0; n < 3; n += 1) await sendAndLoad("<div><table><tr><td>x".repeat(1_000));
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await watch?.close();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${posthouse.baseUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Accepts, delivers and shows an email. */
async function sendAndLoad(html: string): Promise<void> {
  const email = { to, subject: "hostile", html };
  expect((await post("/api/v1/send?dry_run=true", email)).status).toBe(200);
  const answer = await post("/api/v1/send", email);
  const { id } = (await answer.json()) as { id: string };
  await statusOf(id);
  await loadEmail(posthouse.baseUrl, account.key, id);
}

/** The final status of an email. Asks for the list, because the email itself has all its content. */
async function statusOf(id: string): Promise<string> {
  type List = { emails: { id: string; status: string }[] };
  return await until(
    async () => {
      const { body } = await callApi<List>(posthouse.baseUrl, "/api/v1/emails?limit=5", { key: account.key });
      const status = body.emails.find((email) => email.id === id)?.status ?? "queued";
      return status !== "queued" && status !== "sending" && status;
    },
    { within: 120_000, what: "the outcome" },
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

const nested = (bytes: number) => (hostileHtml["nested tables"] as (bytes: number) => string)(bytes);

test.each([
  [
    "a batch",
    "/api/v1/emails/batch",
    (html: string) => ({ emails: [{ from: "ada@example.com", to, subject: "x", html }] }),
  ],
  [
    "Postmark's email",
    "/compat/postmark/email",
    (html: string) => ({ From: "ada@example.com", To: to, Subject: "x", HtmlBody: html }),
  ],
  [
    "Resend's email",
    "/compat/resend/emails",
    (html: string) => ({ from: "ada@example.com", to, subject: "x", html }),
  ],
])("2 MB of nested tables as %s", async (_, path, bodyOf) => {
  const body = bodyOf(nested(1_900_000));
  const send = async () => {
    const answer = await post(path, body, { "x-postmark-server-token": account.key });
    expect(answer.status, await answer.text()).toBe(200);
  };
  expect(await leastBlocked(USUAL_MS, () => watch.during(send))).toBeLessThan(USUAL_MS);
});

test("a batch of 20 with 38 MB of nested tables", async () => {
  const html = nested(1_900_000);
  const emails = Array.from({ length: 20 }, (_, n) => ({
    from: "ada@example.com",
    to,
    subject: "x",
    html: `${n}${html}`,
  }));
  const send = async () => {
    const answer = await post("/api/v1/emails/batch", { emails });
    expect(answer.status, await answer.text()).toBe(200);
  };
  expect(await leastBlocked(LONGEST_MS, () => watch.during(send))).toBeLessThan(LONGEST_MS);
});

test("2 MB of nested tables, previewed as a draft and as an email", async () => {
  const html = nested(1_900_000);
  const { id } = (await (await post("/api/v1/send", { to, subject: "x", html })).json()) as { id: string };
  const { cookie } = account;
  const preview = async () => {
    const shown = await fetch(`${posthouse.baseUrl}/api/emails/${id}/preview`, { headers: { cookie } });
    expect((await shown.text()).length).toBeGreaterThan(1_800_000);
    const draft = await fetch(`${posthouse.baseUrl}/api/emails/preview`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ html }),
    });
    expect([draft.status, (await draft.text()).length > 1_800_000]).toEqual([200, true]);
  };
  expect(await leastBlocked(USUAL_MS, () => watch.during(preview))).toBeLessThan(USUAL_MS);
});

/** Submits a whole message and waits for its outcome. Returns the id of its email. */
async function submit(raw: Buffer): Promise<string> {
  const { implicit: port } = await until(() => posthouse.findSmtpPorts(), { what: "SMTP" });
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: "posthouse", pass: account.key },
  });
  const { response } = await transport.sendMail({ raw, envelope: { from: "ada@example.com", to } });
  transport.close();
  const id = /queued as (\S+)/.exec(response)?.[1] ?? "";
  expect(await statusOf(id)).toBe("delivered");
  return id;
}

async function submitAndLoad(raw: Buffer): Promise<{ content_unreadable?: unknown }> {
  const id = await submit(raw);
  return (await loadEmail(posthouse.baseUrl, account.key, id)) as { content_unreadable?: unknown };
}

const hostile = (kind: string, bytes: number) => (hostileMessages[kind] as (bytes: number) => Buffer)(bytes);

// Looking at these takes until the deadline of 3 s, as for messages in messages; raw-messages.test.ts looks at all kinds.
test.each(["empty parts", "flowed lines"])("2 MB of %s by SMTP", async (kind) => {
  const raw = hostile(kind, 1_900_000);
  expect(await leastBlocked(USUAL_MS, () => watch.during(() => submit(raw)))).toBeLessThan(USUAL_MS);
});

test.each(["messages in messages", "nested multiparts", "attached files"])(
  "2 MB of %s by SMTP, and looked at",
  async (kind) => {
    const raw = hostile(kind, 1_900_000);
    const sendAndLook = async () => {
      const shown = await submitAndLoad(raw);
      if (kind === "nested multiparts") expect(shown.content_unreadable).toContain("nested");
    };
    expect(await leastBlocked(USUAL_MS, () => watch.during(sendAndLook))).toBeLessThan(USUAL_MS);
  },
);

test.each(["text of short lines", "base64 of a file"])("24 MB of %s by SMTP, and looked at", async (kind) => {
  const raw = hostile(kind, 24_000_000);
  expect(await leastBlocked(LONGEST_MS, () => watch.during(() => submitAndLoad(raw)))).toBeLessThan(
    LONGEST_MS,
  );
});

test.each<[string, number, number]>([
  ["messages in messages", 1_900_000, USUAL_MS],
  ["empty parts", 1_900_000, USUAL_MS],
  ["one folded header field", 800_000, USUAL_MS],
  ["text of empty lines", 1_900_000, USUAL_MS],
  ["base64 of one letter a line", 9_000_000, LONGEST_MS],
])("%s as mail that comes in", async (kind, bytes, mostMs) => {
  const raw = hostile(kind, bytes);
  const bring = async () => {
    const mx = await greetInbound(posthouse.inboundPort());
    const reply = await deliverInbound(mx, { to: ["postmaster"], message: raw });
    mx.destroy();
    expect(reply).toMatch(/^(250|55[024]) /);
    await allRead();
  };
  expect(await leastBlocked(mostMs, () => watch.during(bring))).toBeLessThan(mostMs);
});

async function allRead(): Promise<void> {
  const database = openDatabase(posthouse.databaseUrl(), { max: 1 });
  const isRead = async () => {
    const { rows } = await database.pool.query("SELECT FROM inbound_messages WHERE outcomes IS NULL");
    return rows.length === 0;
  };
  await until(isRead, { within: 60_000, what: "it to be read" }).finally(() => database.close());
}
