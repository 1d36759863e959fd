/** The Resend-compatible API, called with the unmodified SDK `resend` from npm. */
import { type CreateEmailOptions, Resend } from "resend";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ListeningApi, listeningApi } from "../harness/listening-api.ts";

let api: ListeningApi;
let resend: Resend;
beforeAll(async () => {
  api = await listeningApi();
  resend = new Resend(api.key, { baseUrl: `${api.url}/compat/resend` });
});
afterAll(() => api.close());

const email = {
  from: "Acme <onboarding@example.com>",
  to: "ada@example.com",
  subject: "Hello",
  html: "<p>It works.</p>",
} satisfies CreateEmailOptions;
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** The SDK's result without the server's headers. */
async function answerOf<Answer extends { data: unknown; error: unknown }>(call: Promise<Answer>) {
  const { data, error } = await call;
  return { data, error } as Pick<Answer, "data" | "error">;
}
async function errorOf(call: Promise<{ data: unknown; error: unknown }>) {
  const { data, error } = await call;
  expect(data).toBeNull();
  return error;
}
async function sent(options: CreateEmailOptions = email): Promise<string> {
  const { data, error } = await resend.emails.send(options);
  expect(error).toBeNull();
  return data?.id ?? "";
}

describe("emails", () => {
  test("send returns the id, and get returns all fields", async () => {
    const sending = await answerOf(
      resend.emails.send({
        ...email,
        to: ["Ada <ada@example.com>", "bob@example.com"],
        cc: "carol@example.com",
        bcc: ["dan@example.com"],
        replyTo: "Support <support@example.com>",
        text: "It works.",
        headers: { "X-Entity-Ref-ID": "7" },
        tags: [{ name: "category", value: "welcome" }],
        topicId: null,
      }),
    );
    expect(sending).toEqual({ data: { id: uuid }, error: null });
    const id = sending.data?.id ?? "";
    expect(await answerOf(resend.emails.get(id))).toEqual({
      data: {
        object: "email",
        id,
        message_id: `<${id}@example.com>`,
        from: "Acme <onboarding@example.com>",
        to: ["Ada <ada@example.com>", "bob@example.com"],
        cc: ["carol@example.com"],
        bcc: ["dan@example.com"],
        reply_to: ["Support <support@example.com>"],
        subject: "Hello",
        html: "<p>It works.</p>",
        text: "It works.",
        created_at: time,
        scheduled_at: null,
        last_event: "queued",
        topic_id: null,
        tags: [{ name: "category", value: "welcome" }],
      },
      error: null,
    });
    expect((await api.detail(id)).headers).toEqual([{ name: "X-Entity-Ref-ID", value: "7" }]);
  });

  test.each([
    ["base64", Buffer.from("hello").toString("base64")],
    ["a Buffer", Buffer.from("hello")],
    ["bytes", new Uint8Array(Buffer.from("hello"))],
    ["an ArrayBuffer", new Uint8Array(Buffer.from("hello")).buffer],
  ])("an attachment as %s", async (_, content) => {
    const attachments = [{ filename: "a.txt", content, contentType: "text/plain", contentId: "a" }];
    const id = await sent({ ...email, attachments });
    expect((await api.detail(id)).attachments).toEqual([
      { filename: "a.txt", content_type: "text/plain", content_id: "a", size_bytes: 5 },
    ]);
    expect(await api.attachment(id, 0)).toBe("hello");
  });

  test("a Buffer is accepted as SDKs before version 6 serialized it", async () => {
    const { status, body } = await api.post("/compat/resend/emails", {
      ...email,
      attachments: [{ filename: "a.txt", content: Buffer.from("hello").toJSON() }],
    });
    expect(status).toBe(200);
    expect(await api.attachment(body.id, 0)).toBe("hello");
  });

  test("the same Idempotency-Key sends once; a different body is refused", async () => {
    const options = { idempotencyKey: "welcome/7" };
    const before = await api.count();
    const first = await resend.emails.send({ ...email, subject: "Once" }, options);
    const second = await resend.emails.send({ ...email, subject: "Once" }, options);
    expect(first.data).toEqual({ id: uuid });
    expect(second.data).toEqual(first.data);
    expect([first.headers?.["idempotent-replay"], second.headers?.["idempotent-replay"]]).toEqual([
      undefined,
      "true",
    ]);
    expect(await api.count()).toBe(before + 1);
    expect(await errorOf(resend.emails.send({ ...email, subject: "Twice" }, options))).toEqual({
      statusCode: 409,
      name: "invalid_idempotent_request",
      message: expect.any(String),
    });
    const long = { idempotencyKey: "k".repeat(257) };
    expect(await errorOf(resend.emails.send(email, long))).toMatchObject({
      statusCode: 400,
      name: "invalid_idempotency_key",
    });
  });

  test("of concurrent requests with one key one is executed; the others get its response or are asked to retry", async () => {
    const before = await api.count();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => resend.emails.send(email, { idempotencyKey: "storm" })),
    );
    expect(await api.count()).toBe(before + 1);
    const names = new Set(answers.map(({ data, error }) => error?.name ?? data?.id));
    expect([...names].filter((name) => name !== "concurrent_idempotent_requests")).toHaveLength(1);
    expect(names).toContain("concurrent_idempotent_requests");
  });

  test("an email is scheduled, rescheduled and canceled", async () => {
    const first = tomorrow();
    const id = await sent({ ...email, scheduledAt: first });
    expect((await resend.emails.get(id)).data).toMatchObject({
      scheduled_at: first,
      last_event: "scheduled",
    });
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString();
    expect(await answerOf(resend.emails.update({ id, scheduledAt: later }))).toEqual({
      data: { object: "email", id },
      error: null,
    });
    expect((await resend.emails.get(id)).data).toMatchObject({
      scheduled_at: later,
      last_event: "scheduled",
    });
    expect(await answerOf(resend.emails.cancel(id))).toEqual({ data: { object: "email", id }, error: null });
    expect((await resend.emails.get(id)).data).toMatchObject({ last_event: "canceled" });
    const tooLate = { statusCode: 422, name: "validation_error", message: expect.any(String) };
    expect(await errorOf(resend.emails.cancel(id))).toEqual(tooLate);
    expect(await errorOf(resend.emails.update({ id, scheduledAt: first }))).toEqual(tooLate);
  });

  test("a schedule in words is accepted, an invalid one refused", async () => {
    const id = await sent({ ...email, scheduledAt: "in 2 hours" });
    const scheduled = (await resend.emails.get(id)).data?.scheduled_at ?? "";
    expect(new Date(scheduled).getTime() - Date.now()).toBeGreaterThan(110 * 60_000);
    expect(await errorOf(resend.emails.send({ ...email, scheduledAt: "whenever" }))).toMatchObject({
      statusCode: 422,
      name: "validation_error",
    });
  });

  test.each([
    ["delivered", "delivered"],
    ["captured", "delivered"],
    ["deferred", "delivery_delayed"],
    ["bounced", "bounced"],
    ["expired", "failed"],
  ])("the state %s is %s in get and list", async (state, last_event) => {
    const id = await sent();
    await api.database.pool.query("UPDATE recipients SET state = $2 WHERE email_id = $1", [id, state]);
    expect((await resend.emails.get(id)).data).toMatchObject({ last_event });
    expect((await resend.emails.list({ limit: 1 })).data?.data).toMatchObject([{ id, last_event }]);
  });
});

describe("attachments of a sent email", () => {
  const files = [
    { filename: "Grüße.txt", content: Buffer.from("hello"), contentType: "text/plain" },
    { filename: "logo.png", content: Buffer.from([1, 2]), contentType: "image/png", contentId: "logo" },
    { filename: "c.bin", content: Buffer.from([3]) },
  ];
  const link = {
    download_url: expect.stringMatching(/^http:\/\/localhost:3000\/compat\/resend\/downloads\/[\w-]+$/),
    expires_at: time,
  };
  const shown = [
    { filename: "Grüße.txt", size: 5, content_type: "text/plain", content_disposition: "attachment" },
    {
      filename: "logo.png",
      size: 2,
      content_type: "image/png",
      content_disposition: "inline",
      content_id: "logo",
    },
    {
      filename: "c.bin",
      size: 1,
      content_type: "application/octet-stream",
      content_disposition: "attachment",
    },
  ].map((attachment, index) => ({ id: String(index), ...attachment, ...link }));
  const follow = (url = "") => fetch(url.replace("http://localhost:3000", api.url));

  test("listed in pages, and returned one by one", async () => {
    const emailId = await sent({ ...email, attachments: files });
    const page = async (options: object) => {
      const { data, error } = await resend.emails.attachments.list({ emailId, ...options });
      expect(error).toBeNull();
      return data;
    };
    expect(await page({})).toEqual({ object: "list", has_more: false, data: shown });
    expect(await page({ limit: 2 })).toEqual({ object: "list", has_more: true, data: shown.slice(0, 2) });
    expect(await page({ limit: 2, after: "0" })).toEqual({
      object: "list",
      has_more: false,
      data: shown.slice(1),
    });
    expect(await page({ limit: 1, before: "2" })).toEqual({
      object: "list",
      has_more: true,
      data: [shown[1]],
    });
    expect(await answerOf(resend.emails.attachments.get({ emailId, id: "1" }))).toEqual({
      data: { object: "attachment", ...shown[1] },
      error: null,
    });
    for (const id of ["3", "-1", "x", "01"])
      expect(await errorOf(resend.emails.attachments.get({ emailId, id }))).toMatchObject({
        name: "not_found",
      });
  });

  test("the link is followed without a key, for an hour, and never shown as a page (K3)", async () => {
    const emailId = await sent({ ...email, attachments: files });
    const { data } = await resend.emails.attachments.get({ emailId, id: "0" });
    const answer = await follow(data?.download_url);
    expect([answer.status, await answer.text()]).toEqual([200, "hello"]);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt",
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
    const late = await follow(data?.download_url);
    vi.useRealTimers();
    expect([late.status, await late.json()]).toEqual([
      404,
      { statusCode: 404, name: "not_found", message: expect.any(String) },
    ]);
  });

  test("a modified link is not found, and a link stops working with its key", async () => {
    const emailId = await sent({ ...email, attachments: files });
    const { data } = await resend.emails.attachments.get({ emailId, id: "0" });
    const url = data?.download_url ?? "";
    const token = url.split("/").at(-1) ?? "";
    const parts: string[] = JSON.parse(Buffer.from(token, "base64url").toString());
    for (const [at, value] of [
      [0, "ph_00000000"],
      [1, crypto.randomUUID()],
      [2, "1"],
      [3, String(Date.now() + 86_400_000)],
      [4, ""],
      [4, Buffer.alloc(32).toString("base64url")],
    ] as const) {
      const forged = Buffer.from(JSON.stringify(parts.with(at, value))).toString("base64url");
      expect([at, (await follow(url.replace(token, forged))).status]).toEqual([at, 404]);
    }
    for (const none of ["x", "%00", "e30"]) expect((await follow(url.replace(token, none))).status).toBe(404);
    const secret = await api.anotherKey("short", {});
    const short = new Resend(secret, { baseUrl: `${api.url}/compat/resend` });
    const own = (await short.emails.attachments.get({ emailId, id: "0" })).data?.download_url;
    expect((await follow(own)).status).toBe(200);
    await api.database.pool.query("UPDATE api_keys SET networks = '{203.0.113.0/24}' WHERE name = 'short'");
    expect((await follow(own)).status).toBe(404);
    await api.database.pool.query(
      "UPDATE api_keys SET networks = NULL, revoked_at = now() WHERE name = 'short'",
    );
    expect((await follow(own)).status).toBe(404);
    expect((await follow(url)).status).toBe(200);
  });
});

describe("lists", () => {
  test("newest first, with pages in both directions", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await sent({ ...email, subject: `Number ${n}` }));
    ids.reverse();
    const page = async (options: Parameters<Resend["emails"]["list"]>[0]) => {
      const { data, error } = await resend.emails.list(options);
      expect(error).toBeNull();
      expect(data?.object).toBe("list");
      return { ids: data?.data.map(({ id }) => id), more: data?.has_more };
    };
    expect(await page({ limit: 3 })).toEqual({ ids: ids.slice(0, 3), more: true });
    expect(await page({ limit: 3, after: ids[2] ?? "" })).toEqual({ ids: ids.slice(3, 6), more: true });
    expect(await page({ limit: 3, before: ids[6] ?? "" })).toEqual({ ids: ids.slice(3, 6), more: true });
    expect(await page({ limit: 3, before: ids[3] ?? "" })).toEqual({ ids: ids.slice(0, 3), more: false });
    expect(await page({ limit: 3, before: ids[1] ?? "" })).toEqual({ ids: ids.slice(0, 1), more: false });
    expect(await page({ limit: 3, before: ids[0] ?? "" })).toEqual({ ids: [], more: false });
    expect((await page({})).ids?.slice(0, 7)).toEqual(ids);
  });

  test("a row has the fields that the SDK's type declares", async () => {
    const id = await sent({ ...email, cc: "carol@example.com" });
    expect((await resend.emails.list({ limit: 1 })).data?.data).toEqual([
      {
        id,
        message_id: `<${id}@example.com>`,
        from: email.from,
        to: [email.to],
        cc: ["carol@example.com"],
        bcc: [],
        reply_to: [],
        subject: "Hello",
        created_at: time,
        scheduled_at: null,
        last_event: "queued",
        topic_id: null,
      },
    ]);
  });

  test.each([
    { limit: 0 },
    { limit: 101 },
    { after: "x" },
    { after: crypto.randomUUID(), before: crypto.randomUUID() } as never,
  ])("%j is not a valid page", async (options) => {
    expect(await errorOf(resend.emails.list(options))).toMatchObject({
      statusCode: 422,
      name: "invalid_parameter",
    });
    expect(await errorOf(resend.contacts.list(options))).toMatchObject({
      statusCode: 422,
      name: "invalid_parameter",
    });
  });
});

describe("batches", () => {
  const bad = { ...email, to: "nobody" };

  test("strict: all emails are sent, or none with one error", async () => {
    const before = await api.count();
    expect(await answerOf(resend.batch.send([email, { ...email, subject: "Two" }]))).toEqual({
      data: { data: [{ id: uuid }, { id: uuid }] },
      error: null,
    });
    expect(await errorOf(resend.batch.send([email, bad]))).toEqual({
      statusCode: 422,
      name: "validation_error",
      message: expect.stringContaining("emails[1]"),
    });
    expect(await errorOf(resend.batch.send([]))).toMatchObject({ statusCode: 422, name: "validation_error" });
    expect(await api.count()).toBe(before + 2);
  });

  test("strict: an email with a template or a topic is 501, as when it is sent alone", async () => {
    const before = await api.count();
    for (const unsupported of [{ template: { id: "welcome" } }, { topicId: "news" }])
      expect(await errorOf(resend.batch.send([email, { ...email, ...unsupported } as never]))).toMatchObject({
        statusCode: 501,
        name: "not_implemented",
        message: expect.stringContaining("emails[1]"),
      });
    expect(await api.count()).toBe(before);
  });

  test("permissive: valid emails are sent, invalid ones return their index and reason", async () => {
    const before = await api.count();
    const missing = { from: email.from, to: email.to, html: "x" } as typeof email;
    const answer = await resend.batch.send([bad, email, missing], { batchValidation: "permissive" });
    expect(answer.error).toBeNull();
    expect(answer.data).toEqual({
      data: [{ id: uuid }],
      errors: [
        { index: 0, message: expect.any(String) },
        { index: 2, message: expect.stringContaining("subject") },
      ],
    });
    expect(await api.count()).toBe(before + 1);
  });

  test("with an Idempotency-Key, a batch is sent once", async () => {
    const options = { idempotencyKey: "batch/1" };
    const first = await resend.batch.send([email, email], options);
    expect((await resend.batch.send([email, email], options)).data).toEqual(first.data);
    expect(await errorOf(resend.batch.send([email], options))).toMatchObject({
      name: "invalid_idempotent_request",
    });
  });
});

describe("contacts", () => {
  test("a contact is created, found by id and address, changed, listed and removed", async () => {
    const created = await answerOf(
      resend.contacts.create({
        email: "steve@example.com",
        firstName: "Steve Paul",
        lastName: "Wozniak",
        unsubscribed: false,
        properties: { plan: "pro", seats: 5 },
      }),
    );
    expect(created).toEqual({ data: { object: "contact", id: uuid }, error: null });
    const id = created.data?.id ?? "";
    const stored = {
      object: "contact",
      id,
      email: "steve@example.com",
      first_name: "Steve Paul",
      last_name: "Wozniak",
      created_at: time,
      unsubscribed: false,
      properties: { plan: { type: "string", value: "pro" }, seats: { type: "number", value: 5 } },
    };
    for (const reference of [id, { id }, { email: "steve@example.com" }, { email: "STEVE@example.com" }])
      expect(await answerOf(resend.contacts.get(reference))).toEqual({ data: stored, error: null });
    expect((await resend.contacts.get({ audienceId: "any", id })).data).toEqual(stored);

    const change = { id, lastName: null, unsubscribed: true, properties: { plan: null, seats: 6 } };
    expect(await answerOf(resend.contacts.update(change))).toEqual({
      data: { object: "contact", id },
      error: null,
    });
    expect((await resend.contacts.get(id)).data).toEqual({
      ...stored,
      last_name: null,
      unsubscribed: true,
      properties: { seats: { type: "number", value: 6 } },
    });
    const { object, properties, ...listed } = { ...stored, last_name: null, unsubscribed: true };
    expect((await resend.contacts.list({ limit: 1 })).data).toEqual({
      object: "list",
      has_more: false,
      data: [listed],
    });
    expect(await answerOf(resend.contacts.remove({ email: "steve@example.com" }))).toEqual({
      data: { object: "contact", contact: id, deleted: true },
      error: null,
    });
    const gone = { statusCode: 404, name: "not_found", message: expect.any(String) };
    expect(await errorOf(resend.contacts.get(id))).toEqual(gone);
    expect(await errorOf(resend.contacts.update({ id, unsubscribed: true }))).toEqual(gone);
    expect(await errorOf(resend.contacts.remove(id))).toEqual(gone);
  });

  test("every audience is the account's one list; creating an existing contact changes it", async () => {
    const first = await resend.contacts.create({
      audienceId: "any",
      email: "again@example.com",
      firstName: "A",
    });
    const again = await resend.contacts.create({ email: "again@example.com", unsubscribed: true });
    expect(again.data?.id).toBe(first.data?.id);
    expect((await resend.contacts.get({ email: "again@example.com" })).data).toMatchObject({
      first_name: "A",
      unsubscribed: true,
    });
    await resend.contacts.update({ audienceId: "any", email: "again@example.com", firstName: "B" });
    expect((await resend.contacts.get({ email: "again@example.com" })).data).toMatchObject({
      first_name: "B",
    });
    expect(
      (await resend.contacts.remove({ audienceId: "any", email: "again@example.com" })).error,
    ).toBeNull();
  });

  test("creating an existing contact changes only the named fields, and null removes a property", async () => {
    const of = { email: "king@example.com" };
    await resend.contacts.create({
      ...of,
      firstName: "Ada",
      lastName: "King",
      properties: { plan: "pro", seats: 5 },
    });
    await resend.contacts.create({ ...of, lastName: "Lovelace", properties: { plan: null } });
    expect((await resend.contacts.get(of)).data).toMatchObject({
      first_name: "Ada",
      last_name: "Lovelace",
      properties: { seats: { type: "number", value: 5 } },
    });
    await resend.contacts.create({ ...of, unsubscribed: true });
    const { data } = await resend.contacts.get(of);
    expect(data).toMatchObject({ first_name: "Ada", last_name: "Lovelace", unsubscribed: true });
    expect(data?.properties).toEqual({ seats: { type: "number", value: 5 } });
    await resend.contacts.remove(of);
  });

  test("contacts are paged in both directions", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1)
      ids.push((await resend.contacts.create({ email: `page-${n}@example.com` })).data?.id ?? "");
    ids.reverse();
    const page = async (options: Parameters<Resend["contacts"]["list"]>[0]) => {
      const { data } = await resend.contacts.list(options);
      return { ids: data?.data.map(({ id }) => id), more: data?.has_more };
    };
    expect(await page({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), more: true });
    expect(await page({ limit: 2, after: ids[1] ?? "" })).toEqual({ ids: ids.slice(2), more: false });
    expect(await page({ limit: 2, before: ids[3] ?? "" })).toEqual({ ids: ids.slice(1, 3), more: true });
    expect(await page({ limit: 2, before: ids[2] ?? "" })).toEqual({ ids: ids.slice(0, 2), more: false });
  });

  test("group membership is refused as not implemented, not silently ignored", async () => {
    const address = "grouped@example.com";
    for (const groups of [
      { segments: [{ id: "s" }] },
      { topics: [{ id: "t", subscription: "opt_out" as const }] },
    ])
      expect(await errorOf(resend.contacts.create({ email: address, ...groups }))).toMatchObject({
        statusCode: 501,
      });
    expect(await errorOf(resend.contacts.list({ segmentId: "s" }))).toMatchObject({ statusCode: 501 });
    expect(await errorOf(resend.contacts.get({ email: address }))).toMatchObject({ statusCode: 404 });
  });
});

describe("API keys", () => {
  test("keys are created with each permission, listed, renamed and removed; permissions are enforced", async () => {
    const created = await answerOf(resend.apiKeys.create({ name: "Shop", permission: "sending_access" }));
    expect(created).toEqual({
      data: { id: expect.stringMatching(/^\d+$/), token: expect.any(String) },
      error: null,
    });
    const { id = "", token = "" } = created.data ?? {};
    const shop = new Resend(token, { baseUrl: `${api.url}/compat/resend` });
    expect((await shop.emails.send(email)).data).toEqual({ id: uuid });
    expect((await shop.batch.send([email])).data).toEqual({ data: [{ id: uuid }] });
    const restricted = { statusCode: 401, name: "restricted_api_key", message: expect.any(String) };
    expect(await errorOf(shop.emails.list())).toEqual(restricted);
    expect(await errorOf(shop.contacts.create({ email: "x@example.com" }))).toEqual(restricted);
    expect(await errorOf(shop.apiKeys.create({ name: "more" }))).toEqual(restricted);

    expect(await answerOf(resend.apiKeys.update(id, { name: "Shop 2" }))).toEqual({
      data: { object: "api_key", id },
      error: null,
    });
    const listed = await resend.apiKeys.list();
    expect(listed.data).toMatchObject({ object: "list", has_more: false });
    expect(listed.data?.data[0]).toMatchObject({ id, name: "Shop 2", created_at: time });
    expect(await answerOf(resend.apiKeys.remove(id))).toEqual({
      data: { object: "api_key", id, deleted: true },
      error: null,
    });
    for (const gone of [id, "0", "x", "99999999999"])
      expect(await errorOf(resend.apiKeys.remove(gone))).toMatchObject({
        statusCode: 404,
        name: "not_found",
      });
  });

  test("a limited key cannot create, change or remove keys", async () => {
    const { data } = await resend.apiKeys.create({ name: "Limited" });
    await api.database.pool.query("UPDATE api_keys SET daily_limit = 5 WHERE id = $1", [Number(data?.id)]);
    const limited = new Resend(data?.token ?? "", { baseUrl: `${api.url}/compat/resend` });
    for (const call of [
      limited.apiKeys.create({ name: "free" }),
      limited.apiKeys.update(data?.id ?? "", { name: "free" }),
      limited.apiKeys.remove(data?.id ?? ""),
    ])
      expect(await errorOf(call)).toMatchObject({ statusCode: 401, name: "restricted_api_key" });
    const to = Array.from({ length: 6 }, (_, n) => `u${n}@example.com`);
    expect(await errorOf(limited.emails.send({ ...email, to }))).toMatchObject({
      statusCode: 429,
      name: "daily_quota_exceeded",
    });
    expect((await limited.emails.send({ ...email, to: to.slice(0, 5) })).error).toBeNull();
    await resend.apiKeys.remove(data?.id ?? "");
  });
});

describe("errors", () => {
  test.each<[string, Partial<Record<keyof CreateEmailOptions, unknown>>, number, string, string?]>([
    ["no recipient", { to: undefined }, 422, "missing_required_field", "Missing `to` field."],
    ["no subject", { subject: undefined }, 422, "missing_required_field", "Missing `subject` field."],
    ["no body", { html: undefined }, 422, "missing_required_field", "Missing `html` or `text` field."],
    ["no address", { to: "nobody" }, 422, "validation_error"],
    ["no sender", { from: "nobody" }, 422, "invalid_from_address"],
    ["no file", { attachments: [{ filename: "a.txt" }] }, 422, "invalid_attachment"],
    ["no base64", { attachments: [{ filename: "a.txt", content: "%%%" }] }, 422, "invalid_attachment"],
    ["no header", { headers: { "Bad Name": "x" } }, 422, "validation_error"],
    ["a tag with a space in its name", { tags: [{ name: "a b", value: "c" }] }, 422, "validation_error"],
    ["a template", { template: { id: "t" }, html: undefined }, 501, "not_implemented"],
    ["a topic", { topicId: "t" }, 501, "not_implemented"],
  ])("%s", async (_, change, statusCode, name, message) => {
    const before = await api.count();
    const error = await errorOf(resend.emails.send({ ...email, ...change } as CreateEmailOptions));
    expect(error).toMatchObject({ statusCode, name, message: message ?? expect.stringMatching(/\w/) });
    expect(await api.count()).toBe(before);
  });

  test("an invalid key and a missing key are refused", async () => {
    const wrong = new Resend("re_123", { baseUrl: `${api.url}/compat/resend` });
    expect(await errorOf(wrong.emails.send(email))).toEqual({
      statusCode: 403,
      name: "invalid_api_key",
      message: expect.any(String),
    });
    const { status, body } = await api.post("/compat/resend/emails", email, { authorization: "" });
    expect([status, body]).toEqual([
      401,
      { statusCode: 401, name: "missing_api_key", message: expect.any(String) },
    ]);
  });

  test.each([
    ["malformed JSON", "/emails", "{", {}, 400, "validation_error"],
    ["nothing", "/emails", "", {}, 422, "validation_error"],
    ["another type", "/emails", "x", { "content-type": "text/plain" }, 415, "validation_error"],
    ["a compressed body", "/emails", "x", { "content-encoding": "gzip" }, 415, "validation_error"],
    ["a body that is too large", "/contacts", `"${"x".repeat(1024 * 1024)}"`, {}, 413, "validation_error"],
    ["an unknown path", "/nothing", "{}", {}, 404, "not_found"],
    [
      "an unknown batch mode",
      "/emails/batch",
      "[{}]",
      { "x-batch-validation": "lax" },
      422,
      "validation_error",
    ],
  ])("%s comes in the SDK's shape", async (_, path, payload, headers, statusCode, name) => {
    const { status, body } = await api.post(`/compat/resend${path}`, payload, headers);
    expect([status, body]).toEqual([statusCode, { statusCode, name, message: expect.any(String) }]);
  });

  test("a wrong method is 405 with Allow, and the paths never serve a page", async () => {
    const answer = await fetch(`${api.url}/compat/resend/emails`, {
      method: "PUT",
      headers: { authorization: `Bearer ${api.key}` },
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST"]);
    expect(await answer.json()).toEqual({
      statusCode: 405,
      name: "method_not_allowed",
      message: expect.any(String),
    });
    for (const path of ["", "/", "/nothing", "/emails"]) {
      const page = await fetch(`${api.url}/compat/resend${path}`, { headers: { accept: "text/html" } });
      expect([page.status, page.headers.get("cache-control")]).toEqual([401, "no-store"]);
      expect(await page.json()).toMatchObject({ name: "missing_api_key" });
    }
  });

  test("a lost database is 503 and an internal error 500, without their cause", async () => {
    for (const [sqlstate, statusCode] of [
      ["57P01", 503],
      ["22000", 500],
    ] as const) {
      await api.refuseEmails(sqlstate);
      expect(await errorOf(resend.emails.send(email))).toEqual({
        statusCode,
        name: "internal_server_error",
        message: expect.not.stringContaining(sqlstate),
      });
      await api.acceptEmailsAgain();
    }
    expect((await resend.emails.send(email)).error).toBeNull();
  });

  test("unknown ids are not found", async () => {
    for (const id of [crypto.randomUUID(), "x", "%00"]) {
      const missing = { statusCode: 404, name: "not_found", message: expect.any(String) };
      expect(await errorOf(resend.emails.get(id))).toEqual(missing);
      expect(await errorOf(resend.emails.cancel(id))).toEqual(missing);
      expect(await errorOf(resend.emails.update({ id, scheduledAt: tomorrow() }))).toEqual(missing);
      expect(await errorOf(resend.contacts.get(id))).toEqual(missing);
    }
  });
});

test("unsupported features are 501 in the SDK's format, each with an explanation", async () => {
  const id = await sent();
  const calls: [string, Promise<{ data: unknown; error: unknown }>][] = [
    ["domains", resend.domains.create({ name: "example.com" })],
    ["domains", resend.domains.list()],
    ["domains", resend.domains.verify(id)],
    ["broadcasts", resend.broadcasts.list()],
    ["broadcasts", resend.broadcasts.send(id)],
    ["templates", resend.templates.list()],
    ["segments", resend.segments.create({ name: "s" })],
    ["segments", resend.audiences.list()],
    ["topics", resend.topics.list()],
    ["automations", resend.automations.list()],
    ["events", resend.events.list()],
    ["contact-properties", resend.contactProperties.list()],
    ["inboxes", resend.inboxes.list()],
    ["logs", resend.logs.list()],
    ["oauth", resend.oauthGrants.list()],
    ["suppressions", resend.suppressions.list()],
    ["usage", resend.usage.get()],
    ["emails receiving", resend.emails.receiving.list() as never],
    ["emails receiving", resend.emails.receiving.get(id)],
    ["emails receiving", resend.emails.receiving.attachments.list({ emailId: id })],
    ["emails share", resend.emails.share(id)],
    ["contacts imports", resend.contacts.imports.list()],
    ["contacts imports", resend.contacts.imports.create({ file: new Blob(["email"]) })],
    ["contacts segments", resend.contacts.segments.list({ contactId: id })],
    ["contacts segments", resend.contacts.segments.add({ contactId: id, segmentId: "s" })],
    ["contacts topics", resend.contacts.topics.list({ id })],
  ];
  for (const [what, call] of calls)
    expect(await errorOf(call), what).toMatchObject({
      statusCode: 501,
      name: "not_implemented",
      message: expect.stringContaining(`no ${what} `),
    });
});
