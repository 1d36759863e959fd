/** Repeats recorded requests of Resend's SDKs for other languages (resend-sdks/README.md). */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningApi, listeningApi } from "../harness/listening-api.ts";

type Recorded = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  expect: "success" | 501;
  id?: string;
};

let api: ListeningApi;
beforeAll(async () => {
  api = await listeningApi();
});
afterAll(() => api.close());

const recordingsOf = (sdk: string): Recorded[] =>
  readFileSync(new URL(`resend-sdks/${sdk}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Replaces the ids of the recorded run: whole JSON strings or parts of a path. */
function withIds(text: string, ids: Map<string, string>): string {
  return text.replaceAll(/(?<=["/=])[\w-]+(?=["/&]|$)/g, (part) => ids.get(part) ?? part);
}

/** Does not use `fetch`, which cannot send a GET with a body as the Python SDK does. */
async function replay({ method, path, headers, body }: Recorded, ids: Map<string, string>) {
  const bytes = Buffer.from(body === undefined ? "" : withIds(JSON.stringify(body), ids));
  const asked = request(`${api.url}/compat/resend${withIds(path, ids)}`, {
    method,
    headers: { ...headers, ...api.authorization, "content-length": bytes.length },
  });
  asked.end(bytes);
  const [answer] = await once(asked, "response");
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
}

test.each(["python", "ruby", "php", "go"])("%s SDK requests get the right responses", async (sdk) => {
  const ids = new Map<string, string>();
  for (const recorded of recordingsOf(sdk)) {
    const { status, body } = await replay(recorded, ids);
    const asked = `${recorded.method} ${recorded.path}: ${JSON.stringify(body)}`;
    if (recorded.expect === 501) {
      expect(status, asked).toBe(501);
      // The PHP SDK throws errors with unknown names only if the body also has `error`.
      expect(body).toMatchObject({ name: "not_implemented", error: { message: body.message } });
    } else expect([200, 201], asked).toContain(status);
    if (recorded.id !== undefined) ids.set(recorded.id, body.id);
  }
});

async function resend(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${api.url}/compat/resend${path}`, {
    ...init,
    headers: { "content-type": "application/json", ...api.authorization },
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const email = { from: "me@example.com", to: "ada@example.com", subject: "Hello", html: "<p>It works.</p>" };

test("an attachment given as an array of bytes arrives unchanged", async () => {
  const bytes = Buffer.from("%PDF-1.4 \u0000\u00ff");
  const attachments = [{ filename: "invoice.pdf", content: [...bytes] }];
  const sent = await resend("/emails", { method: "POST", body: JSON.stringify({ ...email, attachments }) });
  const [stored] = (await api.detail(sent.body.id)).attachments;
  expect(stored).toMatchObject({ filename: "invoice.pdf", size_bytes: bytes.length });
});

test("a 3 MB file given as an array of bytes is sent", async () => {
  const bytes = randomBytes(3 * 1024 * 1024);
  const attachments = [{ filename: "photo.jpg", content: [...bytes] }];
  const sent = await resend("/emails", { method: "POST", body: JSON.stringify({ ...email, attachments }) });
  expect(sent).toMatchObject({ status: 200 });
  const [stored] = (await api.detail(sent.body.id)).attachments;
  expect(stored).toMatchObject({ size_bytes: bytes.length });
});

test.each([[[256]], [[-1]], [[1.5]], [["65"]], [[null]]])(
  "an attachment with the content %j is refused because those are not bytes",
  async (content) => {
    const attachments = [{ filename: "invoice.pdf", content }];
    const refused = await resend("/emails", {
      method: "POST",
      body: JSON.stringify({ ...email, attachments }),
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ name: "invalid_attachment" });
  },
);

test("an update whose body and path name different contacts changes nothing", async () => {
  const create = (address: string) =>
    resend("/contacts", { method: "POST", body: JSON.stringify({ email: address, first_name: "Ada" }) });
  const { id } = (await create("first@example.com")).body;
  const other = (await create("second@example.com")).body;
  for (const repeated of [{ id: other.id }, { email: "second@example.com" }]) {
    const body = JSON.stringify({ ...repeated, first_name: "Grace" });
    const refused = await resend(`/contacts/${id}`, { method: "PATCH", body });
    expect(refused.status).toBe(422);
  }
  expect((await resend(`/contacts/${id}`)).body).toMatchObject({ first_name: "Ada" });
});

test("an email from a template is refused as not implemented, even if other fields are missing", async () => {
  const body = JSON.stringify({ from: "me@example.com", to: "ada@example.com", template: { id: "welcome" } });
  expect((await resend("/emails", { method: "POST", body })).status).toBe(501);
});
