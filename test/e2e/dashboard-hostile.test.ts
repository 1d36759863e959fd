import { createTransport } from "nodemailer";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, type EmailView, loadEmail, sendEmail } from "../harness/api-client.ts";
import { PATIENCE_MS } from "../harness/browser.ts";
import { overflowOf } from "../harness/browser-axe.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { DAMAGE_ON_PAGE, mailboxOf, payloads, payloadsJoined } from "../harness/browser-payloads.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { requestsElsewhere } from "../harness/browser-watch.ts";
import { runSql } from "../harness/database.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

/** Text from outside is shown as text, on every page where it appears (K2). */

let sink: SmtpSink;
let stage: Stage;
let page: Page;
const emails: { id: string; subject: string; from: string; to: string; reply: string }[] = [];
const contacts: { id: string; name: string }[] = [];

const at = (list: string[], index: number) => list[index % list.length] as string;
const subjects = payloadsJoined(400);
const names = payloadsJoined(200);
/** RFC 5322 §2.2: a header name may contain anything but spaces and a colon. */
const headerName = `X-"><img/src=x/onerror=alert(window.pwned=1)>`;
/** A file name without a path and without a trailing character that programs would remove. */
const fileNameOf = (text: string) => `${text.replace(/[/\\]|\p{Bidi_Control}/gu, "!").slice(0, 100)}.html`;
/** The sink can send only Latin-1. */
const replies = subjects.map((subject) => `550 5.1.1 ${subject.replace(/[^ -~]/g, "?")}`);
const submittedSubject = `By SMTP ${payloads[3]}`;
const accountName = at(payloads, 4);
const userName = at(payloads, 1);

beforeAll(async () => {
  // The reply contains the payload of the email whose number is in the address.
  const rcpt = ({ address }: { address: string }) => at(replies, Number(/\d+/.exec(address)?.[0]));
  sink = await startSmtpSink({ script: { rcpt } });
  stage = await openStage({ roles: "all", env: { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}` } });
  page = stage.page;
  await Promise.all([plantEmails(), plantContacts(), plantNames(), plantRequests(), plantSubmission()]);
});
afterAll(async () => {
  await stage?.close();
  await sink?.close();
});

async function plantEmails(): Promise<void> {
  const { baseUrl, member } = stage;
  for (const [index, subject] of subjects.entries()) {
    const [from, to] = [at(names, index), at(names, index + 1)];
    const id = await sendEmail(baseUrl, member.key, {
      subject,
      from: mailboxOf(from, "sender@example.com"),
      to: mailboxOf(to, `to-${index}@sink.test`),
      reply_to: mailboxOf(to, "reply@example.com"),
      html: `<p>Hello</p>${subject}`,
      text: subject,
      cc: mailboxOf(from, `copy-${index}@sink.test`),
      headers: { [headerName]: subject },
      metadata: { [from]: subject },
      attachments: [{ filename: fileNameOf(subject), content: "YQ==", content_type: "text/html" }],
    });
    emails.push({ id, subject, from, to, reply: at(replies, index) });
  }
  for (const { id } of emails) {
    let email: EmailView | undefined;
    const isBounced = async () => {
      email = await loadEmail(baseUrl, member.key, id);
      return email.status === "bounced";
    };
    const what = () => `a bounce with the sink's words: ${JSON.stringify(email)}`;
    await until(isBounced, { within: PATIENCE_MS, what });
  }
}

async function plantContacts(): Promise<void> {
  const { baseUrl, member } = stage;
  for (const [index, name] of names.entries()) {
    const element = {
      $$typeof: "react.element",
      type: "p",
      props: { dangerouslySetInnerHTML: { __html: name } },
    };
    const properties = { [name]: name, toString: name, constructor: "x", element, ...element };
    const body = { email: `reader-${index}@example.com`, name, properties };
    const created = await callApi<{ id: string }>(baseUrl, "/api/v1/contacts", { key: member.key, body });
    expect(created.status).toBe(201);
    contacts.push({ id: created.body.id, name });
  }
}

async function plantNames(): Promise<void> {
  const { baseUrl, member } = stage;
  const { cookie } = member;
  for (const name of payloads)
    expect((await callApi(baseUrl, "/api/keys", { cookie, body: { name } })).status).toBe(200);
  const body = { name: accountName, user_name: userName };
  const renamed = await callApi(baseUrl, "/api/account", { method: "PATCH", cookie, body });
  expect(renamed.status).toBe(200);
  // A session whose User-Agent is a payload.
  const { email, password } = member;
  await fetch(`${baseUrl}/api/auth`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": at(payloads, 0) },
    body: JSON.stringify({ action: "login", email, password }),
  });
}

/** The request log contains all requests, including those to unknown paths. */
async function plantRequests(): Promise<void> {
  const { baseUrl, member } = stage;
  for (const payload of payloads)
    await callApi(baseUrl, `/api/v1/contacts/${encodeURIComponent(payload)}`, { key: member.key });
}

/** A raw message, which is shown parsed. */
async function plantSubmission(): Promise<void> {
  const ports = () => stage.posthouse.findSmtpPorts();
  await until(() => ports() !== null, { within: PATIENCE_MS, what: "a port for SMTP" });
  const transport = createTransport({
    host: "127.0.0.1",
    port: ports()?.starttls,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: "posthouse", pass: stage.member.key },
  });
  await transport.sendMail({
    from: { name: at(payloads, 0), address: "sender@example.com" },
    to: { name: at(payloads, 1), address: "to-0@sink.test" },
    subject: submittedSubject,
    html: at(payloads, 1),
    headers: { "X-Protocol": at(payloads, 2) },
    attachments: [{ filename: at(payloads, 1), content: "a", contentType: "text/html" }],
  });
  transport.close();
}

/** Opens a page, waits until it shows all of the texts, and looks for damage. */
async function expectHarmless(path: string, texts: string[] = []): Promise<void> {
  await openPath(page, stage.baseUrl, path);
  await expectNoDamage(path, texts);
}

/** The same for a link from outside, which loads the page. */
async function expectHarmlessLink(path: string): Promise<void> {
  await page.goto(`${stage.baseUrl}${path}`);
  await expectNoDamage(path);
}

async function expectNoDamage(path: string, texts: string[] = []): Promise<void> {
  await page.locator("h1").first().waitFor();
  const readable = (text: string) => text.replace(/\s+/g, " ");
  const missing = async () => {
    const shown = readable(await page.evaluate<string>("document.body.innerText"));
    return texts.filter((text) => !shown.includes(readable(text)));
  };
  await expectSoon(missing).toEqual([]);
  expect(await page.evaluate(DAMAGE_ON_PAGE), path).toEqual([]);
  expect(stage.visit.watch.dialogs, path).toEqual([]);
}

test("in the lists and on the overview, with the account's and the user's names around them (K2)", async () => {
  await expectHarmless("/", [userName, ...emails.map(({ subject }) => subject)]);
  await expectHarmless("/emails", subjects);
  await expectHarmless("/contacts", names);
  await expectHarmless("/settings/keys", payloads);
  await expectHarmless("/settings/sessions", ["This session"]);
  await expectHarmless("/settings/audit", payloads);
  await expectHarmless("/requests", ["contact_not_found"]);
  await expectHarmless("/settings/account");
  expect(await page.getByLabel("Account name").inputValue()).toBe(accountName);
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(userName);
});

test("on each email's page: subject, names, and the server's reply (K2, E18)", async () => {
  for (const { id, subject, from, to, reply } of emails) {
    await expectHarmless(`/emails/${id}`, [subject, from, to, reply]);
    expect(await page.title()).toBe(`${subject.slice(0, 100)} · Posthouse`);
  }
});

test("in text, HTML, links and source of a message (K2)", async () => {
  const [first, second, third] = emails;
  await expectHarmless(`/emails/${first?.id}?view=text`, [first?.subject ?? ""]);
  await expectHarmless(`/emails/${second?.id}?view=html`, [`<p>Hello</p>${second?.subject}`]);
  await expectHarmless(`/emails/${third?.id}?view=source`, ["Message-ID: "]);
  for (const { id } of emails) await expectHarmless(`/emails/${id}?view=links`);
});

test("in headers, metadata and file names of a message, as it was sent or as it was submitted (K2)", async () => {
  for (const { id, subject, from } of emails) {
    await expectHarmless(`/emails/${id}?view=details`, [
      headerName,
      subject,
      JSON.stringify(from).slice(1, -1),
    ]);
    await expectHarmless(`/emails/${id}?view=attachments`, [fileNameOf(subject)]);
  }
  await page.goto(`${stage.baseUrl}/emails?search=${encodeURIComponent("By SMTP")}`);
  await page.getByRole("link", { name: "to-0@sink.test" }).click();
  await page.getByText("over SMTP", { exact: true }).waitFor();
  const { pathname } = new URL(page.url());
  await expectHarmless(`${pathname}?view=details`, [submittedSubject, at(payloads, 2)]);
  await expectHarmless(`${pathname}?view=attachments`, [at(payloads, 1).slice(-20)]);
  await expectHarmless(`${pathname}?view=html`, [at(payloads, 1)]);
});

test("in an email that is being written, in its check, and in its restored draft (K2)", async () => {
  await page.goto(
    `${stage.baseUrl}/emails/new?to=${encodeURIComponent(mailboxOf(at(payloads, 0), "ada@example.com"))}`,
  );
  const subject = page.getByLabel("Subject", { exact: true });
  for (const payload of subjects) {
    await subject.fill(payload);
    await page.getByLabel("HTML body").fill(`<p>${payload.length}</p>${payload}`);
    await page.frameLocator("iframe").getByText(String(payload.length), { exact: true }).waitFor();
    expect(await page.evaluate(DAMAGE_ON_PAGE)).toEqual([]);
  }
  const name = `${at(payloads, 1).replaceAll("/", "!")}.txt`;
  await page
    .locator("input[type=file]")
    .setInputFiles([{ name, mimeType: "text/plain", buffer: Buffer.from("a") }]);
  await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  await page.getByLabel("To", { exact: true }).fill(`${at(payloads, 5)}, ${at(payloads, 1)}`);
  await page.getByRole("button", { name: "Send email" }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  expect(await page.evaluate(DAMAGE_ON_PAGE)).toEqual([]);
  await page.reload();
  await page.getByText(name).waitFor();
  expect(await page.evaluate(DAMAGE_ON_PAGE)).toEqual([]);
  await page.getByRole("button", { name: "Discard draft" }).click();
});

test("in names of filters that this browser keeps (K2)", async () => {
  await page.goto(`${stage.baseUrl}/emails?tag=${encodeURIComponent(at(payloads, 1))}`);
  for (const payload of payloads.slice(0, 3)) {
    await page.getByLabel("Search emails").fill(`tag:"${payload.replace(/["\\]/g, "\\$&")}"`);
    // The search runs when the typing pauses. Until then, the previous filter is active.
    await page.waitForURL((url) => url.searchParams.get("tag") === payload.replace(/[=:]/, ":"));
    await page.getByRole("button", { name: "Save this filter" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(payload);
    await page.getByRole("dialog").getByRole("button", { name: "Save filter" }).click();
    await page.getByRole("list", { name: "Saved filters" }).getByText(payload.slice(0, 60)).first().waitFor();
  }
  expect(await page.evaluate(DAMAGE_ON_PAGE)).toEqual([]);
  await page.evaluate("localStorage.clear()");
});

test("on each contact's page, and in the form that edits it (K2)", async () => {
  for (const { id, name } of contacts) await expectHarmless(`/contacts/${id}`, [name]);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog").getByLabel("Properties").waitFor();
  expect(await page.evaluate(DAMAGE_ON_PAGE)).toEqual([]);
});

test("in the inbox (K2)", async () => {
  await runSql(stage.databaseUrl, "UPDATE recipients SET state = 'captured'");
  await expectHarmless("/inbox", [...subjects, emails.at(-1)?.from ?? ""]);
  for (const { id, subject, from, to } of emails)
    await expectHarmless(`/inbox?id=${id}`, [subject, from, to]);
});

test("long text makes no page scroll sideways on a phone", async () => {
  await page.setViewportSize({ width: 360, height: 780 });
  const { id } = emails.at(-1) ?? {};
  const paths = ["/", "/emails", `/emails/${id}`, `/emails/${id}?view=html`, "/inbox", `/inbox?id=${id}`];
  const details = [
    `/emails/${id}?view=details`,
    `/emails/${id}?view=attachments`,
    "/requests",
    "/settings/audit",
  ];
  for (const path of [
    ...paths,
    ...details,
    "/emails/new",
    "/contacts",
    `/contacts/${contacts.at(-1)?.id}`,
    "/settings/keys",
  ]) {
    await expectHarmless(path);
    await expectSoon(() => page.locator('[aria-busy="true"], .animate-shimmer').count()).toBe(0);
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("in confirmations and toasts that repeat a name (K2)", async () => {
  await page.goto(`${stage.baseUrl}/settings/keys`);
  for (const name of payloads.slice(0, 4)) {
    await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByText(`Revoke “${name}”?`).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
    await page.getByRole("status").getByText(name, { exact: true }).waitFor();
    expect(await page.evaluate(DAMAGE_ON_PAGE)).toEqual([]);
  }
});

test("in the URL: searches, paths and redirect targets (K2)", async () => {
  for (const payload of subjects) {
    const text = encodeURIComponent(payload);
    await expectHarmlessLink(`/emails?search=${text}&to=${text}&status=${text}&tag=${text}&cursor=${text}`);
    await expectHarmlessLink(`/requests?search=${text}&method=${text}&key=${text}&cursor=${text}`);
    await expectHarmlessLink(`/emails/new?to=${text}`);
  }
  for (const path of ["/contacts?search=", "/inbox?id=", "/emails/", "/contacts/", "/signin?next=", "/"])
    await expectHarmlessLink(path + encodeURIComponent(userName));
});

test("nothing ran, no other server was requested, and no policy was violated (K2, K5)", () => {
  const { dialogs, faults } = stage.visit.watch;
  expect(dialogs).toEqual([]);
  expect(faults).toEqual([]);
  expect(requestsElsewhere(stage.visit.watch, [stage.baseUrl])).toEqual([]);
});
