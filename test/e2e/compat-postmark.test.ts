/** The Postmark-compatible API, called with the unmodified SDK `postmark` from npm. */
import { AccountClient, Errors, Header, Message, ServerClient } from "postmark";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListeningApi, listeningApi } from "../harness/listening-api.ts";

let api: ListeningApi;
let postmark: ServerClient;
const clientOf = (token: string) =>
  new ServerClient(token, { useHttps: false, requestHost: `${new URL(api.url).host}/compat/postmark` });
beforeAll(async () => {
  api = await listeningApi();
  postmark = clientOf(api.key);
});
afterAll(() => api.close());

const email = { From: "sender@example.com", To: "ada@example.com", Subject: "Hello", TextBody: "It works." };
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

/** The SDK's error for a refusal. */
async function errorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Errors.HttpError)) throw new Error(`no refusal: ${error}`);
  const { name, statusCode, code, message } = error;
  return { name, statusCode, code, message };
}

describe("sendEmail", () => {
  test("responds like Postmark, and every field arrives", async () => {
    const answer = await postmark.sendEmail({
      From: '"Acme, Inc." <sender@example.com>',
      To: '"Lovelace, Ada" <ada@example.com>, bob@example.com',
      Cc: "carol@example.com",
      Bcc: "dan@example.com,erin@example.com",
      ReplyTo: "support@example.com, Sales <sales@example.com>",
      Subject: "Hello",
      HtmlBody: "<p>It works.</p>",
      TextBody: "It works.",
      Tag: "welcome",
      Metadata: { color: "blue", "client-id": "12345" },
      Headers: [
        { Name: "X-Custom", Value: "7" },
        { Name: "In-Reply-To", Value: "<1@example.com>" },
        { Name: "References", Value: "<0@example.com> <1@example.com>" },
      ],
      Attachments: [
        {
          Name: "logo.txt",
          Content: Buffer.from("hello").toString("base64"),
          ContentType: "text/plain",
          ContentID: "cid:logo",
        },
        { Name: "b.bin", Content: "AAA=", ContentType: "application/octet-stream", ContentID: null },
      ],
      TrackOpens: true,
      TrackLinks: "HtmlOnly" as never,
      MessageStream: "outbound",
    });
    expect(answer).toEqual({
      To: '"Lovelace, Ada" <ada@example.com>, bob@example.com',
      Cc: "carol@example.com",
      Bcc: "dan@example.com,erin@example.com",
      SubmittedAt: time,
      MessageID: uuid,
      ErrorCode: 0,
      Message: "OK",
    });
    expect(await api.detail(answer.MessageID)).toMatchObject({
      from: '"Acme, Inc." <sender@example.com>',
      to: ['"Lovelace, Ada" <ada@example.com>', "bob@example.com"],
      cc: ["carol@example.com"],
      bcc: ["dan@example.com", "erin@example.com"],
      reply_to: ["support@example.com", "Sales <sales@example.com>"],
      subject: "Hello",
      html: "<p>It works.</p>",
      text: "It works.",
      tags: [{ name: "tag", value: "welcome" }],
      metadata: { color: "blue", "client-id": "12345" },
      headers: [{ name: "X-Custom", value: "7" }],
      in_reply_to: "1@example.com",
      references: ["0@example.com", "1@example.com"],
      attachments: [
        { filename: "logo.txt", content_type: "text/plain", content_id: "logo", size_bytes: 5 },
        { filename: "b.bin", content_type: "application/octet-stream", content_id: null, size_bytes: 2 },
      ],
    });
    expect(await api.attachment(answer.MessageID, 0)).toBe("hello");
  });

  test("the SDK's own Message and empty fields are accepted", async () => {
    const message = new Message("sender@example.com", "Hello", undefined, "Text", "ada@example.com");
    message.Headers = [new Header("X-Custom", "7")];
    expect(await postmark.sendEmail(message)).toEqual({
      To: "ada@example.com",
      SubmittedAt: time,
      MessageID: uuid,
      ErrorCode: 0,
      Message: "OK",
    });
    const blank = {
      ...email,
      Cc: "",
      Bcc: "",
      ReplyTo: "",
      Tag: "",
      HtmlBody: "",
      Headers: [],
      Attachments: [],
    };
    expect((await postmark.sendEmail(blank)).ErrorCode).toBe(0);
  });

  test.each([
    [undefined, "transactional"],
    ["outbound", "transactional"],
    ["broadcast", "bulk"],
  ])("the message stream %s is %s mail", async (MessageStream, stream) => {
    const { MessageID } = await postmark.sendEmail({ ...email, ...(MessageStream && { MessageStream }) });
    const { rows } = await api.database.pool.query(
      "SELECT coalesce(stream, 'transactional') AS stream FROM emails WHERE id = $1",
      [MessageID],
    );
    expect(rows).toEqual([{ stream }]);
  });

  test("an unknown message stream is 1235 with the two that exist, also in a batch", async () => {
    const before = await api.count();
    const newsletter = { ...email, MessageStream: "newsletter" };
    const message = expect.stringMatching(/^MessageStream: newsletter .*outbound .*broadcast/);
    expect(await errorOf(postmark.sendEmail(newsletter))).toEqual({
      name: "ApiInputError",
      statusCode: 422,
      code: 1235,
      message,
    });
    expect(await postmark.sendEmailBatch([newsletter])).toEqual([{ ErrorCode: 1235, Message: message }]);
    expect(await api.count()).toBe(before);
    expect(await errorOf(postmark.getSentCounts({ messageStream: "newsletter" }))).toMatchObject({
      code: 1235,
    });
  });

  test("an Idempotency-Key prevents a second email here too", async () => {
    const once = { "x-postmark-server-token": api.key, authorization: "", "idempotency-key": "pm/1" };
    const first = await api.post("/compat/postmark/email", email, once);
    const second = await api.post("/compat/postmark/email", email, once);
    expect([first.status, second.body.MessageID]).toEqual([200, first.body.MessageID]);
    const other = await api.post("/compat/postmark/email", { ...email, Subject: "Other" }, once);
    expect([other.status, other.body]).toEqual([422, { ErrorCode: 300, Message: expect.any(String) }]);
  });
});

describe("sendEmailBatch", () => {
  test("each email has its own response, in order", async () => {
    const before = await api.count();
    const answers = await postmark.sendEmailBatch([
      email,
      { ...email, To: "nobody" },
      { ...email, To: "bob@example.com", Cc: "c@example.com" },
      { ...email, Nonsense: 1 } as never,
    ]);
    expect(answers).toEqual([
      { To: "ada@example.com", SubmittedAt: time, MessageID: uuid, ErrorCode: 0, Message: "OK" },
      { ErrorCode: 300, Message: expect.stringMatching(/^To\[0\]: /) },
      {
        To: "bob@example.com",
        Cc: "c@example.com",
        SubmittedAt: time,
        MessageID: uuid,
        ErrorCode: 0,
        Message: "OK",
      },
      { ErrorCode: 300, Message: expect.stringContaining("Nonsense") },
    ]);
    expect(await api.count()).toBe(before + 2);
  });

  test("an empty batch and one of more than 500 are refused", async () => {
    for (const emails of [[], Array.from({ length: 501 }, () => email)])
      expect(await errorOf(postmark.sendEmailBatch(emails))).toMatchObject({ statusCode: 422, code: 300 });
  });
});

describe("errors", () => {
  test.each([
    ["no recipient", { To: "" }, "To"],
    ["no address", { To: "Ada <no-address>" }, "To[0]"],
    ["no sender", { From: "nobody" }, "From"],
    ["no body", { TextBody: "" }, "HtmlBody"],
    ["an unknown field", { Nonsense: 1 }, "Nonsense"],
    [
      "a header twice",
      {
        Headers: [
          { Name: "X-A", Value: "1" },
          { Name: "x-a", Value: "2" },
        ],
      },
      "Headers.x-a",
    ],
    [
      "a header that is ours to write",
      { Headers: [{ Name: "DKIM-Signature", Value: "x" }] },
      "Headers.DKIM-Signature",
    ],
    ["no thread", { Headers: [{ Name: "References", Value: "x" }] }, "Headers (References)"],
    [
      "no base64",
      { Attachments: [{ Name: "a", Content: "%", ContentType: "a/b", ContentID: null }] },
      "Attachments[0]",
    ],
    ["a tag of two lines", { Tag: "a\nb" }, "Tag"],
  ])("%s is 300 by its name", async (_, change, path) => {
    const before = await api.count();
    const error = await errorOf(postmark.sendEmail({ ...email, ...change } as never));
    expect(error).toMatchObject({ name: "InvalidEmailRequestError", statusCode: 422, code: 300 });
    expect(error.message.startsWith(path)).toBe(true);
    expect(await api.count()).toBe(before);
  });

  test("only the server token is accepted as a credential", async () => {
    const message = expect.stringContaining("X-Postmark-Server-Token");
    const refused = { name: "InvalidAPIKeyError", statusCode: 401, code: 10, message };
    expect(await errorOf(clientOf("12345678-1234-1234-1234-123456789012").sendEmail(email))).toEqual(refused);
    const { status, body } = await api.post("/compat/postmark/email", email);
    expect([status, body]).toEqual([401, { ErrorCode: 10, Message: message }]);
  });

  test("the account API is not implemented for any token", async () => {
    const requestHost = `${new URL(api.url).host}/compat/postmark`;
    const account = new AccountClient(api.key, { useHttps: false, requestHost });
    expect(await errorOf(account.getServers())).toMatchObject({ statusCode: 501, code: 501 });
  });

  test("read-only keys, keys over their limit and senders outside a key's domains are refused", async () => {
    const reader = await api.anotherKey("reader", { permission: "read" });
    expect(await errorOf(clientOf(reader).sendEmail(email))).toMatchObject({ statusCode: 401, code: 10 });
    const limited = clientOf(await api.anotherKey("limited", { daily_limit: 1 }));
    expect((await limited.sendEmail(email)).ErrorCode).toBe(0);
    expect(await errorOf(limited.sendEmail(email))).toMatchObject({
      name: "RateLimitExceededError",
      statusCode: 429,
      code: 405,
    });
    const elsewhere = clientOf(await api.anotherKey("elsewhere", { from_domains: ["example.org"] }));
    expect(await errorOf(elsewhere.sendEmail(email))).toMatchObject({ statusCode: 422, code: 400 });
    expect(await elsewhere.sendEmailBatch([email])).toEqual([
      { ErrorCode: 400, Message: expect.any(String) },
    ]);
  });

  test.each([
    ["malformed JSON", "{", {}, 422, 402],
    ["nothing", "", {}, 422, 300],
    ["another type", "x", { "content-type": "text/plain" }, 415, 409],
  ])("%s comes in Postmark's shape", async (_, payload, headers, expected, code) => {
    const token = { "x-postmark-server-token": api.key };
    const { status, body } = await api.post("/compat/postmark/email", payload, { ...token, ...headers });
    expect([status, body]).toEqual([expected, { ErrorCode: code, Message: expect.any(String) }]);
  });

  test("a lost database is 503 and an internal error 500, without their cause", async () => {
    for (const [sqlstate, name, statusCode, code] of [
      ["57P01", "ServiceUnavailablerError", 503, 100],
      ["22000", "InternalServerError", 500, 500],
    ] as const) {
      await api.refuseEmails(sqlstate);
      const message = expect.not.stringContaining(sqlstate);
      expect(await errorOf(postmark.sendEmail(email))).toEqual({ name, statusCode, code, message });
      await api.acceptEmailsAgain();
    }
  });

  test("unsupported features are 501 with an explanation", async () => {
    const template = { From: email.From, To: email.To, TemplateAlias: "welcome", TemplateModel: {} };
    for (const call of [
      postmark.sendEmailWithTemplate(template),
      postmark.sendEmailBatchWithTemplates([template]),
      postmark.getBounces(),
      postmark.getServer(),
      postmark.getOutboundMessages(),
      postmark.getWebhooks(),
      postmark.getTemplates(),
      postmark.getMessageStreams(),
    ])
      expect(await errorOf(call)).toEqual({
        name: "UnknownError",
        statusCode: 501,
        code: 501,
        message: expect.stringContaining("docs/compat.md"),
      });
    const wrong = await fetch(`${api.url}/compat/postmark/email`, {
      headers: { "x-postmark-server-token": api.key },
    });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    expect(await wrong.json()).toEqual({ ErrorCode: 300, Message: expect.any(String) });
  });
});
