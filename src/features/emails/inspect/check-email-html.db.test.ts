import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { blockedHere, leastBlocked } from "../../../../test/harness/event-loop-watch.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { newId } from "../../../platform/ids/index.ts";
import { contentOf } from "../contents/content.ts";
import type { SendRequest } from "../index.ts";

/** Processor time of this thread. */
const LONGEST_MS = 200;
const api = useApi();
let accountId = "";

beforeAll(async () => {
  accountId = (await api.database.pool.query("SELECT id FROM accounts ORDER BY id LIMIT 1")).rows[0].id;
});

async function store(change: Partial<SendRequest>, owner = accountId): Promise<string> {
  const email = draftEmail(owner, { to: "ada@example.com", subject: "Hello", ...change });
  await storeEmails(api.database, [email]);
  return email.id;
}

async function check(id: string, query = "") {
  const response = await api.app.inject({
    url: `/api/v1/emails/${id}/html-check${query}`,
    headers: api.authorization,
  });
  return { status: response.statusCode, body: response.json() };
}

test("an email's HTML is checked against all clients, or those that were asked for", async () => {
  const id = await store({ html: "<p>\n<video></video>", text: "<audio>" });
  const { status, body } = await check(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    truncated: false,
    feature_count: 2,
    tested_until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    features: [{ slug: "html-video", lines: [2], count: 1 }],
  });
  expect(body.supported).toBeLessThan(100);
  expect(body.clients.length).toBeGreaterThan(30);
  const two = await check(id, "?clients=gmail,%20outlook");
  expect(new Set(two.body.clients.map(({ family }: { family: string }) => family))).toEqual(
    new Set(["Gmail", "Outlook"]),
  );
});

test("a message submitted by SMTP is checked by its HTML part", async () => {
  const email = draftEmail(accountId, { to: "ada@example.com", subject: "Raw", text: "x" });
  const raw = Buffer.from(
    `From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<video></video>\r\n`,
  );
  await storeEmails(api.database, [{ ...email, html: null, text: null, raw: contentOf(raw) }]);
  const { body } = await check(email.id);
  expect(body.features[0]).toMatchObject({ slug: "html-video" });
});

test("a plain-text email uses nothing that a client could lack", async () => {
  const { status, body } = await check(await store({ text: "<video></video>" }));
  expect(status).toBe(200);
  expect(body).toMatchObject({ supported: 100, feature_count: 0, features: [] });
});

test("an unknown client, a foreign email and removed content have their own errors", async () => {
  const html = `<p>${newId()}</p>`;
  const id = await store({ html });
  expect(await check(id, "?clients=gmail,lotus")).toMatchObject({
    status: 422,
    body: { error: { code: "validation_failed", fields: [{ path: "clients" }] } },
  });
  expect(await check(await store({ html: "<p>" }, newId()))).toMatchObject({
    status: 404,
    body: { error: { code: "email_not_found" } },
  });
  await api.database.pool.query("DELETE FROM contents WHERE account_id = $1", [accountId]);
  expect(await check(id)).toMatchObject({ status: 409, body: { error: { code: "content_removed" } } });
});

test("the event loop is free while hostile HTML of 2 MB is checked", async () => {
  const id = await store({ html: `<style>${"a{".repeat(1_000_000)}` });
  const blocked = await leastBlocked(LONGEST_MS, () =>
    blockedHere(async () => {
      const { status, body } = await check(id);
      expect(status).toBe(200);
      expect(body.truncated).toBe(true);
    }),
  );
  expect(blocked).toBeLessThan(LONGEST_MS);
});
