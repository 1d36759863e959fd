/** Runs the client against the real API with a real database. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test/harness/api.ts";
import { Posthouse } from "./index.ts";

let api: TestApi;
let baseUrl: string;
let posthouse: Posthouse;

beforeAll(async () => {
  api = await startTestApi();
  baseUrl = await api.app.listen({ host: "127.0.0.1", port: 0 });
  posthouse = new Posthouse(api.key, { baseUrl });
});
afterAll(() => api.close());

const email = { from: "shop@example.com", to: "ada@example.com", subject: "Hello", text: "Hi" };

/** Reads the whole list, so that paging is tested too. */
async function idsBySubject(subject: string): Promise<string[]> {
  const ids = [];
  for await (const { id } of posthouse.emails.list({ search: subject, limit: 20 })) ids.push(id);
  return ids;
}

/** Carries out every request, but loses every other response to requests with the same key. */
function losingFetch(): typeof fetch {
  const calls = new Map<string | null, number>();
  return async (...request) => {
    const response = await fetch(...request);
    const key = new Headers(request[1]?.headers).get("idempotency-key");
    const count = (calls.get(key) ?? 0) + 1;
    calls.set(key, count);
    if (count % 2 === 0) return response;
    await response.arrayBuffer();
    throw new TypeError("the response was lost");
  };
}

describe("emails", () => {
  test("a lost response never causes a second email, with any method (C21)", async () => {
    const unlucky = new Posthouse(api.key, { baseUrl, fetch: losingFetch() });
    const sent = await unlucky.emails.send({ ...email, subject: "lost one" });
    expect(await idsBySubject("lost one")).toEqual([sent.id]);
    const { emails } = await unlucky.emails.batch([
      { ...email, subject: "lost batch" },
      { ...email, subject: "lost batch" },
    ]);
    expect(await idsBySubject("lost batch")).toEqual(
      expect.arrayContaining(emails.map((result) => result.success && result.id)),
    );
    expect(await idsBySubject("lost batch")).toHaveLength(2);
    const again = await unlucky.emails.resend(sent.id);
    expect((await idsBySubject("lost one")).sort()).toEqual([sent.id, again.id].sort());
  });

  test("the HTML of an email is checked against the clients asked for", async () => {
    const { id } = await posthouse.emails.send({ ...email, html: "<p>\n<video></video>" });
    const check = await posthouse.emails.checkHtml(id, { clients: ["gmail", "outlook"] });
    expect(check.features).toMatchObject([{ slug: "html-video", lines: [2] }]);
    expect(new Set(check.clients.map(({ family }) => family))).toEqual(new Set(["Gmail", "Outlook"]));
    expect((await posthouse.emails.checkHtml(id)).clients.length).toBeGreaterThan(30);
  });

  test("30 concurrent sends with half of the responses lost create 30 emails (C21)", async () => {
    const unlucky = new Posthouse(api.key, { baseUrl, fetch: losingFetch() });
    const sent = await Promise.all(
      Array.from({ length: 30 }, () => unlucky.emails.send({ ...email, subject: "storm" })),
    );
    const stored = await idsBySubject("storm");
    expect(stored).toHaveLength(30);
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(stored));
  });

  test("one key sends one email, and other content with the same key is a conflict (C21)", async () => {
    const idempotencyKey = "order-17";
    const first = await posthouse.emails.send({ ...email, subject: "order" }, { idempotencyKey });
    expect(await posthouse.emails.send({ ...email, subject: "order" }, { idempotencyKey })).toEqual(first);
    await expect(
      posthouse.emails.send({ ...email, subject: "another" }, { idempotencyKey }),
    ).rejects.toMatchObject({
      code: "idempotency_conflict",
      status: 409,
    });
  });

  test("all fields of an email reach the server", async () => {
    const { id, message_id } = await posthouse.emails.send({
      from: { email: "shop@example.com", name: "The Shop" },
      to: ["ada@example.com", { email: "bob@example.com", name: "Bob" }],
      cc: "cc@example.com",
      bcc: "bcc@example.com",
      reply_to: "help@example.com",
      subject: "Whole",
      html: "<p>Hi</p>",
      headers: { "X-Order": "17" },
      attachments: [{ filename: "a.txt", content: new TextEncoder().encode("hi") }],
      tags: [{ name: "kind", value: "order" }],
      metadata: { order: 17 },
      scheduled_at: new Date(Date.now() + 3_600_000),
    });
    expect(await posthouse.emails.get(id)).toMatchObject({
      subject: "Whole",
      message_id,
      cc: ["cc@example.com"],
      bcc: ["bcc@example.com"],
      attachments: [{ filename: "a.txt", size_bytes: 2 }],
      tags: [{ name: "kind", value: "order" }],
      metadata: { order: 17 },
    });
    const tomorrow = new Date(Date.now() + 86_400_000);
    const moved = await posthouse.emails.reschedule(id, { scheduled_at: tomorrow });
    expect(moved.scheduled_at).toBe(tomorrow.toISOString());
    expect(await posthouse.emails.cancel(id)).toMatchObject({ canceled: 4 });
    await expect(posthouse.emails.cancel(id)).rejects.toMatchObject({ code: "email_not_cancelable" });
  });

  test("a dry run stores nothing", async () => {
    const { recipients, source } = await posthouse.emails.dryRun(
      { ...email, subject: "dry" },
      { include: "source" },
    );
    expect(recipients).toMatchObject([{ address: "ada@example.com", kind: "to" }]);
    expect(source).toContain("Subject: dry");
    expect(await idsBySubject("dry")).toEqual([]);
  });

  test("a per-item batch reports each result", async () => {
    const batch = [
      { ...email, subject: "item" },
      { ...email, to: "not-an-address", subject: "item" },
    ];
    const { emails } = await posthouse.emails.batch(batch, { mode: "per_item" });
    expect(emails).toMatchObject([
      { success: true },
      { success: false, error: { code: "validation_failed" } },
    ]);
    await expect(posthouse.emails.batch(batch)).rejects.toMatchObject({
      code: "validation_failed",
      status: 422,
    });
    expect(await idsBySubject("item")).toHaveLength(1);
  });

  test("errors name the fields and the request", async () => {
    await expect(posthouse.emails.send({ ...email, to: "not-an-address" })).rejects.toMatchObject({
      code: "validation_failed",
      status: 422,
      fields: [{ path: "to" }],
      requestId: expect.stringMatching(/./),
    });
    const clientWithWrongKey = new Posthouse("ph_wrong", { baseUrl });
    await expect(clientWithWrongKey.emails.get("a")).rejects.toMatchObject({
      code: "unauthorized",
      status: 401,
    });
  });
});

test("contacts", async () => {
  const { id, result } = await posthouse.contacts.create({ email: "Ada@example.com", name: "Ada" });
  expect(result).toBe("created");
  await expect(posthouse.contacts.create({ email: "ada@example.com" })).rejects.toMatchObject({
    code: "contact_exists",
  });
  const upsert = await posthouse.contacts.create(
    { email: "ada@example.com", name: "A." },
    { on_conflict: "update" },
  );
  expect(upsert).toMatchObject({ id, name: "A.", result: "updated" });
  expect(await posthouse.contacts.update(id, { subscribed: false })).toMatchObject({ subscribed: false });
  expect(await posthouse.contacts.get("ada@example.com")).toMatchObject({ id, subscribed: false });
  for (let n = 0; n < 5; n++) await posthouse.contacts.create({ email: `many+${n}@example.com` });
  const listed = [];
  for await (const contact of posthouse.contacts.list({ limit: 2 })) listed.push(contact.email);
  expect(listed).toHaveLength(6);
  await posthouse.contacts.delete("many+0@example.com");
  await expect(posthouse.contacts.get("many+0@example.com")).rejects.toMatchObject({ status: 404 });
});

test("contacts are previewed, imported and exported as CSV", async () => {
  const file = new Blob(["email,plan\nzoe@csv.example,pro\nno-address,\n"]);
  expect(await posthouse.contacts.previewImport(file)).toMatchObject({
    columns: [
      { name: "email", becomes: "email" },
      { name: "plan", becomes: "property" },
    ],
  });
  expect(await posthouse.contacts.import(file, { subscribed: false })).toMatchObject({
    ...{ created: 1, failed: 1 },
    errors: [{ line: 3, column: "email", value: "no-address" }],
  });
  const csv = await new Response(await posthouse.contacts.export({ search: "zoe@csv" })).text();
  expect(csv).toMatch(/^"id",.*\r\n.*"zoe@csv\.example","","no","yes","\{""plan"":""pro""\}",.*\r\n$/);
  expect(await posthouse.contacts.import(csv)).toMatchObject({ rows: 1, unchanged: 1 });
});

test("suppressions", async () => {
  const addresses = Array.from({ length: 3 }, (_, n) => `suppressed+${n}@example.com`);
  const { suppressions } = await posthouse.suppressions.create({ address: addresses, reason: "complaint" });
  expect(suppressions.map(({ result }) => result)).toEqual(["created", "created", "created"]);
  const listed = [];
  for await (const { address } of posthouse.suppressions.list({ limit: 2 })) listed.push(address);
  expect(listed.sort()).toEqual(addresses);
  expect(await posthouse.suppressions.get("SUPPRESSED+0@example.com")).toMatchObject({ reason: "complaint" });
  await posthouse.suppressions.remove("suppressed+0@example.com");
  await expect(posthouse.suppressions.get("suppressed+0@example.com")).rejects.toMatchObject({ status: 404 });
  const { removals } = posthouse.suppressions;
  const preview = await removals.preview({ search: "suppressed+", reason: "complaint" });
  expect(preview).toMatchObject({ state: "previewed", matched: 2 });
  expect(await removals.run(preview.id)).toMatchObject({ state: "removed", removed: 2 });
  expect((await removals.list()).removals).toMatchObject([{ id: preview.id }]);
  expect(await removals.restore(preview.id)).toMatchObject({ state: "restored", restored: 2 });
  expect(await removals.get(preview.id)).toMatchObject({ state: "restored" });
});

test("events of an email are listed oldest first, page by page", async () => {
  const { id } = await posthouse.emails.send({
    ...email,
    to: ["one@example.com", "two@example.com", "three@example.com"],
    subject: "Events",
    scheduled_at: "in 2 hours",
  });
  await posthouse.emails.cancel(id);
  const seen = [];
  for await (const event of posthouse.events.list({ email_id: id, limit: 2 })) seen.push(event);
  expect(seen.map(({ type, subject }) => [type, subject])).toEqual(Array(3).fill(["canceled", "Events"]));
  expect(new Set(seen.map(({ recipient }) => recipient)).size).toBe(3);
});

test("metrics have totals, and rows for the dimensions", async () => {
  const { totals, rows } = await posthouse.metrics.get({
    metrics: ["accepted", "delivery_rate"],
    dimensions: ["period"],
    granularity: "day",
  });
  expect(Object.keys(totals)).toEqual(["accepted", "delivery_rate"]);
  expect(rows).toHaveLength(30);
  await expect(posthouse.metrics.get({ metrics: ["luck"] })).rejects.toMatchObject({
    code: "validation_failed",
    fields: [{ path: "metrics" }],
  });
});
