/** The SendGrid-compatible API, called with the unmodified SDK `@sendgrid/mail` from npm. */

import sendgrid from "@sendgrid/mail";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ListeningApi, listeningApi } from "../harness/listening-api.ts";
import { until } from "../harness/until.ts";

type MailData = Exclude<Parameters<typeof sendgrid.send>[0], unknown[]>;
type Refused = { code: number; response: { body: unknown } };
type Service = typeof sendgrid;
let api: ListeningApi;
let mail: Service;

/** The two lines of docs/compat.md, on a service of its own. */
function serviceOf(key: string): Service {
  const service = new (sendgrid.constructor as new () => Service & { client: Client })();
  service.setApiKey(key);
  service.client.setDefaultRequest("baseUrl", `${api.url}/compat/sendgrid`);
  return service;
}
type Client = { setDefaultRequest(name: "baseUrl", value: string): void };
beforeAll(async () => {
  // The SDK warns on the console that a Posthouse key does not begin with "SG.".
  vi.spyOn(console, "warn").mockImplementation(() => {});
  api = await listeningApi();
  mail = serviceOf(api.key);
});
afterAll(() => api.close());

const email = { from: "sender@example.com", to: "ada@example.com", subject: "Hello", text: "It works." };
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

async function sent(data: Partial<MailData> = {}): Promise<string> {
  const [response, body] = await mail.send({ ...email, ...data } as MailData);
  expect([response.statusCode, body]).toEqual([202, ""]);
  return (response.headers as Record<string, string>)["x-message-id"] ?? "";
}

/** The SDK's error for a refusal. */
async function errorOf(data: unknown, service = mail) {
  const error = await service.send(data as MailData).then(
    () => null,
    (thrown: Refused) => thrown,
  );
  if (!error) throw new Error("no refusal");
  return { code: error.code, body: error.response.body };
}
const refusal = (field: string | null, message: unknown = expect.any(String)) => ({
  message,
  field,
  help: null,
});

describe("send", () => {
  test("the response is 202 with X-Message-Id, and every field arrives", async () => {
    const sendAt = Math.floor(Date.now() / 1000) + 3600;
    const id = await sent({
      from: { email: "sender@example.com", name: "Acme, Inc." },
      to: ["Ada <ada@example.com>", { email: "bob@example.com", name: "Bob" }],
      cc: "carol@example.com",
      bcc: ["dan@example.com"],
      replyTo: "support@example.com",
      html: "<p>It works.</p>",
      headers: { "X-Custom": "7", "In-Reply-To": "<1@example.com>" },
      categories: ["welcome", "onboarding"],
      customArgs: { campaign: "spring" },
      sendAt,
      attachments: [
        {
          content: Buffer.from("hello").toString("base64"),
          filename: "a.txt",
          type: "text/plain",
          disposition: "attachment",
        },
        {
          content: "AAA=",
          filename: "logo.png",
          type: "image/png",
          disposition: "inline",
          contentId: "logo",
        },
      ],
      trackingSettings: { clickTracking: { enable: true }, openTracking: { enable: true } },
      mailSettings: { bypassListManagement: { enable: true } },
      ipPoolName: "pool",
      batchId: "batch",
    });
    expect(id).toEqual(uuid);
    expect(await api.detail(id)).toMatchObject({
      from: '"Acme, Inc." <sender@example.com>',
      to: ["Ada <ada@example.com>", "Bob <bob@example.com>"],
      cc: ["carol@example.com"],
      bcc: ["dan@example.com"],
      reply_to: ["support@example.com"],
      subject: "Hello",
      html: "<p>It works.</p>",
      text: "It works.",
      headers: [{ name: "X-Custom", value: "7" }],
      in_reply_to: "1@example.com",
      tags: [
        { name: "category", value: "welcome" },
        { name: "category", value: "onboarding" },
      ],
      metadata: { campaign: "spring" },
      scheduled_at: new Date(sendAt * 1000).toISOString(),
      attachments: [
        { filename: "a.txt", content_type: "text/plain", content_id: null, size_bytes: 5 },
        { filename: "logo.png", content_type: "image/png", content_id: "logo", size_bytes: 2 },
      ],
    });
    expect(await api.attachment(id, 0)).toBe("hello");
  });

  test("a time in the past means now, and with an Idempotency-Key the request is sent once", async () => {
    const soon = Math.floor(Date.now() / 1000) + 2;
    const mail = {
      from: { email: "sender@example.com" },
      subject: "Timed",
      content: [{ type: "text/plain", value: "x" }],
      personalizations: [{ to: [{ email: "ada@example.com" }] }],
    };
    const send = (send_at: number, headers = {}) =>
      api.post("/compat/sendgrid/v3/mail/send", { ...mail, send_at }, headers);
    const past = await send(1);
    expect(past.status).toBe(202);
    expect(await api.detail(past.headers.get("x-message-id") ?? "")).toMatchObject({ scheduled_at: null });

    const key = { "idempotency-key": "timed" };
    const before = await send(soon, key);
    await until(() => Date.now() > soon * 1000, { what: "the time to go by" });
    const after = await send(soon, key);
    expect([before.status, after.status]).toEqual([202, 202]);
    expect(after.headers.get("x-message-id")).toBe(before.headers.get("x-message-id"));
  });

  test("an invitation is attached with its type, and categories may be any text", async () => {
    const calendar = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n";
    const id = await sent({
      content: [
        { type: "text/plain", value: "You are invited." },
        { type: "text/calendar; method=REQUEST", value: calendar },
      ],
      text: undefined,
      categories: ["Größe & Preis (50 %)"],
    } as never);
    expect(await api.detail(id)).toMatchObject({
      text: "You are invited.",
      tags: [{ name: "category", value: "Größe & Preis (50 %)" }],
      attachments: [{ filename: "invite.ics", content_type: "text/calendar; method=REQUEST" }],
    });
    expect(await api.attachment(id, 0)).toBe(calendar);
  });

  test("a thousand personalizations are a thousand emails, and one more is refused", async () => {
    const mailTo = (count: number) => ({
      from: { email: "sender@example.com" },
      subject: "Many",
      content: [{ type: "text/plain", value: "x" }],
      personalizations: Array.from({ length: count }, (_, n) => ({ to: [{ email: `m${n}@example.com` }] })),
    });
    const before = await api.count();
    expect((await api.post("/compat/sendgrid/v3/mail/send", mailTo(1_000))).status).toBe(202);
    expect(await api.count()).toBe(Number(before) + 1_000);
    expect((await api.post("/compat/sendgrid/v3/mail/send", mailTo(1_001))).status).toBe(400);
  });

  test("each personalization is an email, and its fields take precedence", async () => {
    const before = await api.count();
    const id = await sent({
      to: undefined as never,
      subject: "Shared",
      customArgs: { campaign: "spring", wave: "1" },
      headers: { "X-A": "shared", "X-B": "shared" },
      personalizations: [
        { to: "ada@example.com" },
        {
          to: ["bob@example.com", "bill@example.com"],
          cc: "carol@example.com",
          subject: "Own",
          from: "other@example.com",
          customArgs: { wave: "2" },
          headers: { "x-b": "own" },
        } as never,
      ],
    });
    expect(await api.count()).toBe(before + 2);
    expect(await api.detail(id)).toMatchObject({
      to: ["ada@example.com"],
      subject: "Shared",
      message_id: `${id}@example.com`,
    });
    const { emails } = await api.list();
    const own = emails.find(({ subject }: { subject: string }) => subject === "Own");
    expect(await api.detail(own.id)).toMatchObject({
      // Events in SendGrid's format name the request by the first id.
      message_id: `${id}.${own.id}@example.com`,
      from: "other@example.com",
      to: ["bob@example.com", "bill@example.com"],
      cc: ["carol@example.com"],
      subject: "Own",
      metadata: { campaign: "spring", wave: "2" },
      headers: [
        { name: "X-A", value: "shared" },
        { name: "x-b", value: "own" },
      ],
    });
  });

  test("sendMultiple sends each recipient a separate email; send with an array makes one request per email", async () => {
    const before = await api.count();
    await mail.sendMultiple({ ...email, to: ["a@example.com", "b@example.com", "c@example.com"] });
    expect(await api.count()).toBe(before + 3);
    await mail.send([email, { ...email, to: "b@example.com" }]);
    expect(await api.count()).toBe(before + 5);
  });

  test("an error in one personalization sends none of them", async () => {
    const before = await api.count();
    const personalizations = [
      { to: "ada@example.com" },
      { to: "bob@example.com" },
      { to: { email: "nobody" } },
    ];
    expect(await errorOf({ ...email, to: undefined, personalizations })).toEqual({
      code: 400,
      body: { errors: [refusal("personalizations.2.to.0.email")] },
    });
    expect(await api.count()).toBe(before);
  });

  test("sandbox mode checks the email and sends nothing", async () => {
    const before = await api.count();
    const mailSettings = { sandboxMode: { enable: true } };
    const [response] = await mail.send({ ...email, mailSettings });
    expect(response.statusCode).toBe(200);
    expect(await errorOf({ ...email, to: { email: "nobody" }, mailSettings })).toMatchObject({ code: 400 });
    expect(await api.count()).toBe(before);
  });

  test("an Idempotency-Key prevents a second email here too", async () => {
    const body = {
      from: { email: email.from },
      personalizations: [{ to: [{ email: "a@example.com" }] }, { to: [{ email: "b@example.com" }] }],
      subject: "Once",
      content: [{ type: "text/plain; charset=utf-8", value: "x" }],
    };
    const before = await api.count();
    const send = (subject: string) =>
      api.post("/compat/sendgrid/v3/mail/send", { ...body, subject }, { "idempotency-key": "sg/1" });
    const [first, second, other] = [await send("Once"), await send("Once"), await send("Other")];
    expect([first.status, second.status, other.status]).toEqual([202, 202, 409]);
    expect(second.headers.get("x-message-id")).toBe(first.headers.get("x-message-id"));
    expect(other.body).toEqual({ errors: [refusal(null)] });
    expect(await api.count()).toBe(before + 2);
  });
});

describe("errors", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["no address", { to: { email: "nobody" } }, "personalizations.0.to.0.email"],
    ["no sender", { from: { email: "nobody" } }, "from.email"],
    ["no body", { text: undefined, content: [] }, "content"],
    ["no subject", { subject: undefined }, "subject"],
    ["an empty subject", { subject: "" }, "subject"],
    ["a header that is ours to write", { headers: { "DKIM-Signature": "x" } }, "headers.DKIM-Signature"],
    ["a category of two lines", { categories: ["a\nb"] }, "categories.0.value"],
    [
      "a custom argument that is not a single value",
      { customArgs: { a: [1] } },
      "personalizations.0.custom_args.a",
    ],
    [
      "a content of another type",
      {
        content: [
          { type: "text/plain", value: "x" },
          { type: "text/markdown", value: "x" },
        ],
      },
      "content.1.type",
    ],
    [
      "two texts",
      {
        content: [
          { type: "text/plain", value: "x" },
          { type: "text/plain", value: "y" },
        ],
      },
      "content.1.type",
    ],
    ["no base64", { attachments: [{ content: "%", filename: "a" }] }, "attachments.0.content"],
    ["a template", { templateId: "d-1" }, "template_id"],
    ["substitutions", { substitutions: { name: "Ada" } }, "personalizations.0.substitutions"],
    ["sections", { sections: { a: "b" } }, "sections"],
    ["an unsubscribe group", { asm: { groupId: 1 } }, "asm"],
    ["a footer", { mailSettings: { footer: { enable: true, text: "x" } } }, "mail_settings.footer"],
    [
      "an unsubscribe link",
      { trackingSettings: { subscriptionTracking: { enable: true } } },
      "tracking_settings.subscription_tracking",
    ],
  ])("%s is 400 and named", async (_, change, field) => {
    const before = await api.count();
    const { code, body } = await errorOf({ ...email, ...change });
    expect([code, body]).toEqual([400, { errors: [refusal(field, expect.stringMatching(/\w+ \w+/))] }]);
    expect(await api.count()).toBe(before);
  });

  test("keys that are invalid, read-only, over their limit or for another sender are refused", async () => {
    expect(await errorOf(email, serviceOf("SG.abc.def"))).toEqual({
      code: 401,
      body: { errors: [refusal(null)] },
    });
    const reader = serviceOf(await api.anotherKey("reader", { permission: "read" }));
    expect(await errorOf(email, reader)).toEqual({ code: 403, body: { errors: [refusal(null)] } });
    const limited = serviceOf(await api.anotherKey("limited", { daily_limit: 1 }));
    await limited.send(email);
    expect(await errorOf(email, limited)).toEqual({ code: 429, body: { errors: [refusal(null)] } });
    const elsewhere = serviceOf(await api.anotherKey("elsewhere", { from_domains: ["example.org"] }));
    expect(await errorOf(email, elsewhere)).toEqual({ code: 403, body: { errors: [refusal("from")] } });
  });

  test("template data without a template, which the SDK omits, is refused", async () => {
    const personalizations = [{ to: [{ email: "a@example.com" }], dynamic_template_data: { name: "Ada" } }];
    const body = { from: { email: email.from }, subject: "x", content: [{ type: "text/plain", value: "x" }] };
    const answer = await api.post("/compat/sendgrid/v3/mail/send", { ...body, personalizations });
    expect([answer.status, answer.body]).toEqual([
      400,
      { errors: [refusal("personalizations.0.dynamic_template_data")] },
    ]);
  });

  test("a subject is required for each personalization without one of its own", async () => {
    const personalizations = ["a", "b"].map((name) => ({ to: [{ email: `${name}@example.com` }] }));
    const send = (first: object, second: object) =>
      api.post("/compat/sendgrid/v3/mail/send", {
        from: { email: email.from },
        content: [{ type: "text/plain", value: "x" }],
        personalizations: [
          { ...personalizations[0], ...first },
          { ...personalizations[1], ...second },
        ],
      });
    const { status, body } = await send({ subject: "One" }, {});
    expect([status, body]).toEqual([
      400,
      { errors: [refusal("subject", expect.stringMatching(/^The subject is required\./))] },
    ]);
    expect((await send({ subject: "One" }, { subject: "Two" })).status).toBe(202);
  });

  test("a subuser in the on-behalf-of header is refused", async () => {
    const body = {
      from: { email: email.from },
      personalizations: [{ to: [{ email: "a@example.com" }] }],
      subject: "x",
      content: [{ type: "text/plain", value: "x" }],
    };
    const answer = await api.post("/compat/sendgrid/v3/mail/send", body, { "on-behalf-of": "sub" });
    expect([answer.status, answer.body]).toEqual([403, { errors: [refusal(null)] }]);
  });

  test.each([
    ["malformed JSON", "/v3/mail/send", "{", {}, 400],
    ["nothing", "/v3/mail/send", "", {}, 400],
    ["another type", "/v3/mail/send", "x", { "content-type": "text/plain" }, 415],
    ["another path", "/v3/marketing/contacts", "{}", {}, 501],
  ])("%s comes in SendGrid's shape", async (_, path, payload, headers, expected) => {
    const { status, body } = await api.post(`/compat/sendgrid${path}`, payload, headers);
    expect([status, body]).toEqual([expected, { errors: [refusal(null)] }]);
  });

  test("a lost database is 503 and an internal error 500, without their cause", async () => {
    for (const [sqlstate, code] of [
      ["57P01", 503],
      ["22000", 500],
    ] as const) {
      await api.refuseEmails(sqlstate);
      expect(await errorOf(email)).toEqual({
        code,
        body: { errors: [refusal(null, expect.not.stringContaining(sqlstate))] },
      });
      await api.acceptEmailsAgain();
    }
  });
});
