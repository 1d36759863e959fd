import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import {
  ACCEPT_TABLES,
  type ApiCaller,
  adminCaller,
  keyCaller,
  rowCounts,
} from "../../../../test/harness/api-caller.ts";
import { testServices } from "../../../../test/harness/services.ts";
import { orThrow } from "../../../platform/errors/index.ts";
import { sendingOf } from "../../../processes/services/sending.ts";
import { submitMessage } from "../send/submit-message.ts";

const api = useApi();
let caller: ApiCaller;
let admin: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
  admin = await adminCaller(api);
});

const whole = {
  from: "Ada <ada@example.org>",
  to: ["One <one@example.com>", "two@example.com"],
  cc: "three@example.com",
  bcc: "four@example.com",
  reply_to: "replies@example.org",
  subject: "Once more",
  html: "<p>Hello</p>",
  text: "Hello",
  headers: { "X-A": "b" },
  attachments: [{ filename: "a.txt", content: "YQ==" }],
  tags: [{ name: "a", value: "b" }],
  metadata: { order: 7 },
  in_reply_to: "a@b.example",
  references: ["a@b.example"],
  on_uncertain: "hold",
};
const resend = (id: string, body?: unknown) => caller.post(`/api/v1/emails/${id}/resend`, body);

/** Headers and body, without the parts that must differ. */
async function messageOf(id: string): Promise<string> {
  const source = (await admin.get(`/api/emails/${id}/source`)).bytes.toString("latin1");
  const boundaries = [...source.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => boundary as string);
  return boundaries
    .reduce((text, boundary, n) => text.replaceAll(boundary, `boundary ${n}`), source)
    .replace(/^(Message-ID|Date): .*\r\n/gm, "");
}

test("a resend is a new email with the content of the first one, without its schedule", async () => {
  const first = await caller.sent({ ...whole, scheduled_at: "in 2 hours" });
  const answer = await resend(first, {});
  expect(answer).toMatchObject({ status: 200, body: { success: true, status: "queued" } });
  const { id, message_id } = answer.body;
  expect([id === first, message_id]).toEqual([false, `${id}@example.org`]);
  const [was, is] = [await caller.email(first), await caller.email(id)];
  const own = { id, message_id, scheduled_at: null, created_at: is.created_at, recipients: is.recipients };
  expect(is).toEqual({ ...was, ...own });
  expect(
    is.recipients.map(({ address, kind }: { address: string; kind: string }) => [kind, address]),
  ).toEqual(was.recipients.map(({ address, kind }: { address: string; kind: string }) => [kind, address]));
  expect(await messageOf(id)).toBe(await messageOf(first));
  expect((await caller.email(first)).status).toBe("queued");
  const { rows } = await api.database.pool.query("SELECT on_uncertain FROM emails WHERE id = $1", [id]);
  expect(rows).toEqual([{ on_uncertain: "hold" }]);
});

test("a resend to some recipients goes only to them and names no others (C20)", async () => {
  const first = await caller.sent(whole);
  const { body } = await resend(first, { to: ["Five <five@example.com>", "FIVE@example.com"] });
  const detail = await caller.email(body.id);
  expect(detail).toMatchObject({ to: ["Five <five@example.com>"], cc: [], bcc: [], recipient_count: 1 });
  expect(await messageOf(body.id)).not.toMatch(/one@|two@|three@|four@/);
});

test("a resend without a body goes to all recipients", async () => {
  const first = await caller.sent(whole);
  expect(await resend(first)).toMatchObject({ status: 200 });
});

test("recipients who reported the email as spam are left out, unless they are named", async () => {
  const first = await caller.sent(whole);
  const complain = (address: string) =>
    api.database.pool.query(
      `INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
       SELECT account_id, email_id, event_id(begin_events(), uuid_send(gen_random_uuid())), position, 1, 'complained', '{}'
       FROM recipients WHERE email_id = $1 AND address_key = $2`,
      [first, address],
    );
  await complain("one@example.com");
  await complain("four@example.com");
  const { body } = await resend(first, {});
  expect(await caller.email(body.id)).toMatchObject({
    ...{ to: ["two@example.com"], cc: ["three@example.com"], bcc: [], recipient_count: 2 },
  });
  await complain("two@example.com");
  await complain("three@example.com");
  const refused = await resend(first, {});
  expect([refused.status, refused.problems]).toEqual([422, ["to"]]);
  expect(refused.body.error.message).toContain("all recipients reported this email as spam");
  expect((await resend(first, { to: "one@example.com" })).status).toBe(200);
});

test.each([
  [{ to: [] }, "to"],
  [{ to: "not an address" }, "to"],
  [{ to: Array.from({ length: 1_001 }, (_, n) => `u${n}@example.com`) }, "to"],
  [{ cc: "a@example.com" }, "cc"],
  [{ subject: "x" }, "subject"],
])("an invalid resend is rejected with the field (%#) (C19)", async (body, path) => {
  const first = await caller.sent(whole);
  const before = await rowCounts(api, ACCEPT_TABLES);
  const answer = await resend(first, body);
  expect([answer.status, answer.problems]).toEqual([422, [path]]);
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
});

test("an unknown email or one of another account cannot be resent (L1)", async () => {
  for (const id of ["0", "01a1fc0b-98e9-73b7-b9fd-726d62cf8357"])
    expect(await resend(id, {})).toMatchObject({ status: 404, body: { error: { code: "email_not_found" } } });
});

test("a key cannot resend mail whose return path or Sender is of a domain that it may not use (B3)", async () => {
  const sending = sendingOf(testServices(api));
  const { rows } = await api.database.pool.query("SELECT id FROM accounts");
  const submit = async (envelopeFrom: string, sender = "ada@example.org") => {
    const message = {
      raw: Buffer.from(`From: ada@example.org\r\nSender: ${sender}\r\nSubject: Whole\r\n\r\nHello\r\n`),
      changes: ["Removed header fields: ARC-Seal."],
      from: { address: "ada@example.org", name: null },
      recipients: ["one@example.com"],
      subject: "Whole",
      messageId: "whole@example.org",
      envelopeFrom,
    };
    const principal = { accountId: rows[0].id, keyId: null, limits: null };
    return orThrow(await submitMessage(sending, message, principal)).id;
  };
  const limited = await admin.newKey({ from_domains: ["example.org"] });
  const foreign = `/api/v1/emails/${await submit("bounces@other.example")}/resend`;
  const foreignSender = `/api/v1/emails/${await submit("", "Ada <x@other.example>")}/resend`;
  const before = await rowCounts(api, ACCEPT_TABLES);
  for (const path of [foreign, foreignSender])
    expect(await limited.post(path)).toMatchObject({
      status: 403,
      body: { error: { code: "sender_not_allowed" } },
    });
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  expect((await caller.post(foreign)).status).toBe(200);
  for (const own of ["", "ada@example.org", "bounces@example.org"]) {
    const again = await limited.post(`/api/v1/emails/${await submit(own)}/resend`);
    expect(again.status).toBe(200);
    const { body } = await caller.get(`/api/v1/emails/${again.body.id}`);
    expect(body.changes).toEqual(["Removed header fields: ARC-Seal."]);
  }
});

test("an email whose header is large cannot be resent to people whose names make it exceed 256 kB", async () => {
  const headers = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`X-${n}`, "x".repeat(9_000)]));
  const id = await caller.sent({ ...whole, headers });
  const people = Array.from({ length: 900 }, (_, n) => `${"Name ".repeat(20)}<u${n}@example.com>`);
  expect(await resend(id, { to: people })).toMatchObject({
    status: 422,
    body: { error: { code: "validation_failed", fields: [{ path: "headers" }] } },
  });
  expect((await resend(id, { to: people.slice(1, 100) })).status).toBe(200);
});
