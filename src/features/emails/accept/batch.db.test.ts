import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import {
  type ApiCaller,
  acceptTables,
  keyCaller,
  newAccount,
  rowCounts,
} from "../../../../test/harness/api-caller.ts";

let api: TestApi;
let caller: ApiCaller;

beforeAll(async () => {
  api = await startTestApi();
  caller = keyCaller(api);
});
afterAll(() => api.close());

const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };
const sendBatch = (body: unknown) => caller.post("/api/v1/emails/batch", body);
const emailsOf = (count: number, change: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ ...email, subject: `Number ${n}`, ...change(n) }));

describe("C28 all or nothing", () => {
  test("C28 five hundred emails are one commit, answered in their order", async () => {
    const answer = await sendBatch({ emails: emailsOf(500) });
    expect(answer.status).toBe(200);
    const ids: string[] = answer.body.emails.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(500);
    expect(answer.body.emails[499]).toEqual({
      success: true,
      id: ids[499],
      status: "queued",
      message_id: `${ids[499]}@example.com`,
    });
    const { rows } = await api.database.pool.query(
      "SELECT count(DISTINCT e.xmin::text) AS commits, count(DISTINCT r.xmin::text) AS others, count(*) AS n FROM emails e JOIN recipients r ON r.email_id = e.id WHERE e.id = ANY ($1)",
      [ids],
    );
    expect(rows).toEqual([{ commits: 1, others: 1, n: 500 }]);
    for (const n of [0, 37, 499]) expect((await caller.email(ids[n] as string)).subject).toBe(`Number ${n}`);
  });

  test.each([
    ["of the schema", { to: 7 }, "emails[37].to", "validation_failed"],
    ["of an unknown field", { too: "x" }, "emails[37].too", "validation_failed"],
    ["of an address", { cc: ["a@b.example", "nobody"] }, "emails[37].cc[1]", "validation_failed"],
    ["of a time", { scheduled_at: "never" }, "emails[37].scheduled_at", "validation_failed"],
    [
      "of a file",
      { attachments: [{ filename: "a", content: "%" }] },
      "emails[37].attachments[0].content",
      "validation_failed",
    ],
  ])("C28 a problem %s in email 37 refuses all, by its place", async (_, change, path, code) => {
    const before = await rowCounts(api, acceptTables);
    const answer = await sendBatch({ emails: emailsOf(50, (n) => (n === 37 ? change : {})) });
    expect([answer.status, answer.body.error.code, answer.problems]).toEqual([422, code, [path]]);
    expect(await rowCounts(api, acceptTables)).toEqual(before);
  });

  test("C28 every problem is told, each by its place", async () => {
    const emails = emailsOf(5, (n) => (n % 2 === 1 ? { to: "nobody" } : {}));
    expect((await sendBatch({ emails })).problems).toEqual(["emails[1].to", "emails[3].to"]);
  });

  test("C28 B3 an email from a domain that the key may not use refuses all", async () => {
    const { session } = await newAccount(api, "limited@batch.example");
    const limited = await session.newKey({ from_domains: ["example.com"] });
    const before = await rowCounts(api, acceptTables);
    const emails = emailsOf(3, (n) => ({ from: n === 1 ? "a@other.example" : "a@example.com" }));
    const all = await limited.post("/api/v1/emails/batch", { emails });
    expect([all.status, all.body.error.code, all.problems]).toEqual([
      403,
      "sender_not_allowed",
      ["emails[1].from"],
    ]);
    expect(await rowCounts(api, acceptTables)).toEqual(before);
    const each = await limited.post("/api/v1/emails/batch", {
      mode: "per_item",
      emails: [...emails, { ...email, to: 7 }, { ...email, to: "nobody" }],
    });
    expect(each.body.emails).toMatchObject([
      { success: true },
      { success: false, error: { code: "sender_not_allowed", fields: [{ path: "from" }] } },
      { success: true },
      { success: false, error: { code: "validation_failed", fields: [{ path: "to" }] } },
      { success: false, error: { code: "validation_failed", fields: [{ path: "to" }] } },
    ]);
    expect((await rowCounts(api, ["emails"])).emails).toBe((before.emails ?? 0) + 2);
  });
});

describe("C28 item by item", () => {
  test("C28 what is right is accepted together, in its place; the rest is refused each for itself", async () => {
    const before = await rowCounts(api, ["emails"]);
    const emails = emailsOf(
      6,
      (n) => [{}, { to: 7 }, { to: "nobody" }, { subject: "a\nb" }, {}, { text: undefined }][n] ?? {},
    );
    const answer = await sendBatch({ mode: "per_item", emails });
    expect(answer.status).toBe(200);
    expect(answer.body.emails.map(({ success }: { success: boolean }) => success)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
    const pathsOf = (n: number) =>
      answer.body.emails[n].error.fields.map(({ path }: { path: string }) => path);
    expect([1, 2, 3, 5].map(pathsOf)).toEqual([["to"], ["to"], ["subject"], ["html"]]);
    expect((await rowCounts(api, ["emails"])).emails).toBe((before.emails ?? 0) + 2);
    expect((await caller.email(answer.body.emails[4].id)).subject).toBe("Number 4");
  });

  test("C28 when nothing is right nothing is stored, and it is still each item's own answer", async () => {
    const before = await rowCounts(api, acceptTables);
    const answer = await sendBatch({ mode: "per_item", emails: emailsOf(3, () => ({ to: 7 })) });
    expect(answer.status).toBe(200);
    expect(answer.body.emails.every(({ success }: { success: boolean }) => !success)).toBe(true);
    expect(await rowCounts(api, acceptTables)).toEqual(before);
  });

  test("C28 hundreds of invalid emails each have their own answer", async () => {
    const emails = emailsOf(500, (n) => (n === 499 ? {} : { to: 7, subject: 7, text: 7 }));
    const answer = await sendBatch({ mode: "per_item", emails });
    expect(answer.status).toBe(200);
    expect(answer.body.emails).toHaveLength(500);
    expect(answer.body.emails[499].success).toBe(true);
    expect(answer.body.emails[498].error.fields).toHaveLength(3);
  });
});

describe("C28 limits of a batch", () => {
  const modes = ["all_or_nothing", "per_item"];
  const invalid = { to: 7, subject: 7, text: 7 };
  test.each(modes)(
    "C28 501 emails, none, or no list are refused in the mode %s, however invalid they are",
    async (mode) => {
      const before = await rowCounts(api, acceptTables);
      for (const emails of [
        emailsOf(501),
        emailsOf(501, (n) => (n < 500 ? invalid : {})),
        [],
        undefined,
        {},
        "x",
      ]) {
        const answer = await sendBatch({ mode, emails });
        expect([answer.status, answer.problems.includes("emails")]).toEqual([422, true]);
      }
      expect(await rowCounts(api, acceptTables)).toEqual(before);
    },
  );

  test.each(modes)(
    "C28 an unknown field beside the emails is refused in the mode %s, however invalid they are",
    async (mode) => {
      for (const change of [{}, invalid]) {
        const answer = await sendBatch({ mode, moed: "x", emails: emailsOf(100, () => change) });
        expect([answer.status, answer.problems.includes("moed")]).toEqual([422, true]);
      }
    },
  );

  test("C28 C18 another mode and other bodies are refused", async () => {
    expect((await sendBatch({ mode: "some", emails: [email] })).problems).toContain("mode");
    for (const body of [[], "[]", "null", "7", '"x"']) expect((await sendBatch(body)).status).toBe(422);
    expect((await sendBatch("{")).status).toBe(400);
  });

  test("C28 items that are no objects are refused by their place", async () => {
    for (const item of [null, 7, "x", [], [email]]) {
      const all = await sendBatch({ emails: [email, item] });
      expect([all.status, all.problems[0]?.startsWith("emails[1]")]).toEqual([422, true]);
      const each = await sendBatch({ mode: "per_item", emails: [email, item] });
      expect(each.body.emails).toMatchObject([{ success: true }, { success: false }]);
    }
  });
});

describe("C28 whole emails", () => {
  test("C28 C15 attachments and aliases work in each; a file that many share is stored once", async () => {
    const content = Buffer.from("shared by all in a batch").toString("base64");
    const attachments = [{ filename: "a.txt", content, contentType: "text/plain" }];
    const before = await rowCounts(api, ["contents"]);
    const answer = await sendBatch({
      emails: emailsOf(10, () => ({ attachments, replyTo: "r@example.com", text: "the same" })),
    });
    expect(answer.status).toBe(200);
    expect((await rowCounts(api, ["contents"])).contents).toBe((before.contents ?? 0) + 2);
    for (const { id } of answer.body.emails)
      expect(await caller.email(id)).toMatchObject({
        reply_to: ["r@example.com"],
        attachments: [{ filename: "a.txt", content_type: "text/plain", size_bytes: 24 }],
      });
  });

  test("C28 C19 recipients are counted by email: 1,000 in each are accepted", async () => {
    const to = Array.from({ length: 1_000 }, (_, n) => `u${n}@example.com`);
    const answer = await sendBatch({ emails: emailsOf(3, () => ({ to })) });
    expect(answer.status).toBe(200);
    const more = { to, cc: "one.more@example.com" };
    expect((await sendBatch({ emails: [email, { ...email, ...more }] })).problems).toEqual(["emails[1].to"]);
  });
});
