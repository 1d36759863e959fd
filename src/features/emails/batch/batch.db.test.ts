import { beforeAll, describe, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import {
  ACCEPT_TABLES,
  type ApiCaller,
  keyCaller,
  newAccount,
  rowCounts,
} from "../../../../test/harness/api-caller.ts";

const api = useApi();
let caller: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
});

const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };
const sendBatch = (body: unknown) => caller.post("/api/v1/emails/batch", body);
const emailsOf = (count: number, change: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ ...email, subject: `Number ${n}`, ...change(n) }));

describe("all or nothing (C28)", () => {
  test("500 emails are one commit, with the results in the order of the request (C28)", async () => {
    const response = await sendBatch({ emails: emailsOf(500) });
    expect(response.status).toBe(200);
    const ids: string[] = response.body.emails.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(500);
    expect(response.body.emails[499]).toEqual({
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
    ["a wrong type", { to: 7 }, "emails[37].to", "validation_failed"],
    ["an unknown field", { too: "x" }, "emails[37].too", "validation_failed"],
    ["an invalid address", { cc: ["a@b.example", "no-address"] }, "emails[37].cc[1]", "validation_failed"],
    ["an invalid time", { scheduled_at: "never" }, "emails[37].scheduled_at", "validation_failed"],
    [
      "an invalid file",
      { attachments: [{ filename: "a", content: "%" }] },
      "emails[37].attachments[0].content",
      "validation_failed",
    ],
  ])("%s in email 37 rejects the batch and names the email (C28)", async (_, change, path, code) => {
    const before = await rowCounts(api, ACCEPT_TABLES);
    const response = await sendBatch({ emails: emailsOf(50, (n) => (n === 37 ? change : {})) });
    expect([response.status, response.body.error.code, response.problems]).toEqual([422, code, [path]]);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  });

  test("every problem is reported with its email (C28)", async () => {
    const emails = emailsOf(5, (n) => (n % 2 === 1 ? { to: "no-address" } : {}));
    expect((await sendBatch({ emails })).problems).toEqual(["emails[1].to", "emails[3].to"]);
  });

  test("an email from a domain that the key may not use rejects the batch (C28, B3)", async () => {
    const { session } = await newAccount(api, "limited@batch.example");
    const limited = await session.newKey({ from_domains: ["example.com"] });
    const before = await rowCounts(api, ACCEPT_TABLES);
    const emails = emailsOf(3, (n) => ({ from: n === 1 ? "a@other.example" : "a@example.com" }));
    const all = await limited.post("/api/v1/emails/batch", { emails });
    expect([all.status, all.body.error.code, all.problems]).toEqual([
      403,
      "sender_not_allowed",
      ["emails[1].from"],
    ]);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
    const each = await limited.post("/api/v1/emails/batch", {
      mode: "per_item",
      emails: [...emails, { ...email, to: 7 }, { ...email, to: "no-address" }],
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

describe("item by item (C28)", () => {
  test("valid emails are accepted together, and each invalid one gets its own error, in order (C28)", async () => {
    const before = await rowCounts(api, ["emails"]);
    const emails = emailsOf(
      6,
      (n) => [{}, { to: 7 }, { to: "no-address" }, { subject: "a\nb" }, {}, { text: undefined }][n] ?? {},
    );
    const response = await sendBatch({ mode: "per_item", emails });
    expect(response.status).toBe(200);
    expect(response.body.emails.map(({ success }: { success: boolean }) => success)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
    const pathsOf = (n: number) =>
      response.body.emails[n].error.fields.map(({ path }: { path: string }) => path);
    expect([1, 2, 3, 5].map(pathsOf)).toEqual([["to"], ["to"], ["subject"], ["html"]]);
    expect((await rowCounts(api, ["emails"])).emails).toBe((before.emails ?? 0) + 2);
    expect((await caller.email(response.body.emails[4].id)).subject).toBe("Number 4");
  });

  test("when all emails are invalid, nothing is stored and each still gets its own error (C28)", async () => {
    const before = await rowCounts(api, ACCEPT_TABLES);
    const response = await sendBatch({ mode: "per_item", emails: emailsOf(3, () => ({ to: 7 })) });
    expect(response.status).toBe(200);
    expect(response.body.emails.every(({ success }: { success: boolean }) => !success)).toBe(true);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  });

  test("hundreds of invalid emails each get their own error (C28)", async () => {
    const emails = emailsOf(500, (n) => (n === 499 ? {} : { to: 7, subject: 7, text: 7 }));
    const response = await sendBatch({ mode: "per_item", emails });
    expect(response.status).toBe(200);
    expect(response.body.emails).toHaveLength(500);
    expect(response.body.emails[499].success).toBe(true);
    expect(response.body.emails[498].error.fields).toHaveLength(3);
  });
});

describe("limits of a batch (C28)", () => {
  const modes = ["all_or_nothing", "per_item"];
  const invalid = { to: 7, subject: 7, text: 7 };
  test.each(modes)(
    "501 emails, none, or no list are rejected in the mode %s, however invalid they are (C28)",
    async (mode) => {
      const before = await rowCounts(api, ACCEPT_TABLES);
      for (const emails of [
        emailsOf(501),
        emailsOf(501, (n) => (n < 500 ? invalid : {})),
        [],
        undefined,
        {},
        "x",
      ]) {
        const response = await sendBatch({ mode, emails });
        expect([response.status, response.problems.includes("emails")]).toEqual([422, true]);
      }
      expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
    },
  );

  test.each(modes)(
    "an unknown field beside the emails is rejected in the mode %s, however invalid they are (C28)",
    async (mode) => {
      for (const change of [{}, invalid]) {
        const response = await sendBatch({ mode, moed: "x", emails: emailsOf(100, () => change) });
        expect([response.status, response.problems.includes("moed")]).toEqual([422, true]);
      }
    },
  );

  test("unknown modes and other bodies are rejected (C28, C18)", async () => {
    expect((await sendBatch({ mode: "some", emails: [email] })).problems).toContain("mode");
    for (const body of [[], "[]", "null", "7", '"x"']) expect((await sendBatch(body)).status).toBe(422);
    expect((await sendBatch("{")).status).toBe(400);
  });

  test("items that are not objects are rejected by their index (C28)", async () => {
    for (const item of [null, 7, "x", [], [email]]) {
      const all = await sendBatch({ emails: [email, item] });
      expect([all.status, all.problems[0]?.startsWith("emails[1]")]).toEqual([422, true]);
      const each = await sendBatch({ mode: "per_item", emails: [email, item] });
      expect(each.body.emails).toMatchObject([{ success: true }, { success: false }]);
    }
  });
});

describe("complete emails (C28)", () => {
  test("attachments and aliases work in each email, and a shared file is stored once (C28, C15)", async () => {
    const content = Buffer.from("shared by all in a batch").toString("base64");
    const attachments = [{ filename: "a.txt", content, contentType: "text/plain" }];
    const before = await rowCounts(api, ["contents"]);
    const response = await sendBatch({
      emails: emailsOf(10, () => ({ attachments, replyTo: "r@example.com", text: "the same" })),
    });
    expect(response.status).toBe(200);
    expect((await rowCounts(api, ["contents"])).contents).toBe((before.contents ?? 0) + 2);
    for (const { id } of response.body.emails)
      expect(await caller.email(id)).toMatchObject({
        reply_to: ["r@example.com"],
        attachments: [{ filename: "a.txt", content_type: "text/plain", size_bytes: 24 }],
      });
  });

  test("the limit of 1,000 recipients applies to each email (C28, C19)", async () => {
    const to = Array.from({ length: 1_000 }, (_, n) => `u${n}@example.com`);
    const response = await sendBatch({ emails: emailsOf(3, () => ({ to })) });
    expect(response.status).toBe(200);
    const more = { to, cc: "one.more@example.com" };
    expect((await sendBatch({ emails: [email, { ...email, ...more }] })).problems).toEqual(["emails[1].to"]);
  });
});
