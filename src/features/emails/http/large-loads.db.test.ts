import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi();
let program: ApiCaller;
let person: ApiCaller;
let large: string;

beforeAll(async () => {
  program = keyCaller(api);
  person = await adminCaller(api);
  large = await program.sent({
    ...{ to: "ada@example.com", subject: "Large", html: `<p>${"x".repeat(100_000)}</p>` },
    attachments: [{ filename: "a.bin", content: Buffer.alloc(100_000).toString("base64") }],
  });
});

const attachment = (id: string) => program.get(`/api/v1/emails/${id}/attachments/0`);
const source = (id: string) => person.get(`/api/emails/${id}/source`);
const detail = (id: string) => program.get(`/api/v1/emails/${id}`);
const loads: [name: string, (id: string) => ReturnType<ApiCaller["call"]>][] = [
  ["a resend", (id) => program.post(`/api/v1/emails/${id}/resend`)],
  ["an attachment", attachment],
  ["an email", detail],
  ["its HTML check", (id) => program.get(`/api/v1/emails/${id}/html-check`)],
  ["its preview", (id) => person.get(`/api/emails/${id}/preview`)],
  ["its source", source],
  ["Resend's email", (id) => program.get(`/compat/resend/emails/${id}`)],
  ["Resend's attachments", (id) => program.get(`/compat/resend/emails/${id}/attachments`)],
];

/** Calls while large requests of others use the whole memory budget. */
async function whileFull<T>(call: () => Promise<T>, budget: "members" | "strangers" = "members"): Promise<T> {
  const { [budget]: full } = api.app.bodyBudgets;
  const others = full.open();
  expect(others.take(full.limit)).toBe(true);
  try {
    return await call();
  } finally {
    others.release();
  }
}

test.each(loads)(
  "%s that loads a large content is refused while memory is short, not later (F15)",
  async (_, load) => {
    expect(await whileFull(() => load(large))).toMatchObject({
      status: 503,
      headers: { "retry-after": "1" },
    });
    expect((await load(large)).status).toBe(200);
    expect(api.app.bodyBudgets.members.taken).toBe(0);
  },
);

test.each(loads)("%s that loads a small content is never refused (F15)", async (_, load) => {
  const attachments = [{ filename: "a.txt", content: "YQ==" }];
  const small = await program.sent({
    to: "ada@example.com",
    subject: "Small",
    html: "<p>x</p>",
    attachments,
  });
  expect((await whileFull(() => load(small))).status).toBe(200);
});

test("only the loaded part of an email counts (F15)", async () => {
  const attachments = [{ filename: "a.bin", content: Buffer.alloc(100_000).toString("base64") }];
  const email = await program.sent({ to: "ada@example.com", subject: "File", html: "<p>x</p>", attachments });
  expect((await whileFull(() => detail(email))).status).toBe(200);
  expect((await whileFull(() => attachment(email))).status).toBe(503);
  expect((await whileFull(() => source(email))).status).toBe(503);
});

test("a link to an attachment counts as its account's, although it has no key (F15)", async () => {
  const { body } = await program.get(`/compat/resend/emails/${large}/attachments`);
  const { pathname } = new URL(String(body.data[0].download_url));
  expect((await whileFull(() => program.get(pathname), "strangers")).status).toBe(200);
  expect((await whileFull(() => program.get(pathname))).status).toBe(503);
});
