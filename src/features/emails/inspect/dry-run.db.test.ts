import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import {
  type ApiCaller,
  acceptTables,
  adminCaller,
  keyCaller,
  rowCounts,
} from "../../../../test/harness/api-caller.ts";
import { eventually } from "../../../../test/harness/eventually.ts";

let api: TestApi;
let caller: ApiCaller;

beforeAll(async () => {
  api = await startTestApi({ SMTP_RELAY_URL: "smtp://127.0.0.1:1", DAILY_QUOTA: "5" });
  caller = keyCaller(api);
});
afterAll(() => api.close());

const email = { to: "ada@example.com", subject: "Hello", html: "<p>Hello</p>" };
const dryRun = (body: unknown, more = "") => caller.post(`/api/v1/send?dry_run=true${more}`, body);

test("a dry run tells each recipient's fate and stores nothing", async () => {
  const before = await rowCounts(api, acceptTables);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const answer = await dryRun({
    ...email,
    to: ["Ada <ada@example.com>", "ADA@example.com"],
    cc: "bounced+x@simulator.posthouse.test",
    bcc: "b@b\u00fccher.example",
    scheduled_at: tomorrow,
    attachments: [{ filename: "a.txt", content: "YQ==" }],
    tags: [{ name: "a", value: "b" }],
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    success: true,
    dry_run: true,
    from: "admin@example.com",
    subject: "Hello",
    text: "Hello",
    scheduled_at: tomorrow,
    recipients: [
      {
        address: "ada@example.com",
        kind: "to",
        fate: "send",
        route: "relay 127.0.0.1:1",
        rule: null,
        reason: "goes to the relay 127.0.0.1:1",
      },
      { address: "bounced+x@simulator.posthouse.test", kind: "cc", fate: "simulate", route: "simulator" },
      { address: "b@xn--bcher-kva.example", kind: "bcc", fate: "send" },
    ],
  });
  expect(answer.body).not.toHaveProperty("id");
  expect(answer.body).not.toHaveProperty("source");
  expect(await rowCounts(api, acceptTables)).toEqual(before);
});

test("each recipient's route and rule are told as the worker would take them now, and no server is asked", async () => {
  const admin = await adminCaller(api);
  const url = "smtp://smtp.example.com";
  const relay = (await admin.post("/api/relays", { name: "eu", url })).body.id;
  const rules = [
    { name: "ours", action: "relay", relay_ids: [relay], match: { recipient_domain: "ours.example" } },
    { name: "wait", action: "hold", match: { tag: { name: "wait" } } },
  ];
  for (const rule of rules) await admin.post("/api/routing-rules", rule);
  const to = ["ada@OURS.example", "bob@simulator.posthouse.test", "cy@other.example"];
  const outcomes = async (more: object) =>
    (await dryRun({ ...email, to, ...more })).body.recipients.map(
      ({ fate, route, rule }: Record<string, string>) => [fate, route, rule],
    );
  const ours = ["send", "relay eu", "rule 1 “ours” sends mail to ours.example by relay eu"];
  const simulated = ["simulate", "simulator", null];
  const held = ["hold", "hold", "rule 2 “wait” holds mail tagged wait"];
  // The table may be a second old, and have the first rule alone.
  await eventually(
    async () =>
      expect(await outcomes({ tags: [{ name: "wait", value: "1" }] })).toEqual([ours, simulated, held]),
    100,
  );
  expect(await outcomes({})).toEqual([ours, simulated, ["send", "relay 127.0.0.1:1", null]]);
});

test("C22 whoever may not send from a domain is told so by a dry run", async () => {
  const strict = await startTestApi({ REQUIRE_VERIFIED_DOMAIN: "on" });
  const answer = await keyCaller(strict).post("/api/v1/send?dry_run=true", {
    ...email,
    from: "a@unverified.example",
  });
  await strict.close();
  expect([answer.status, answer.body.error.code]).toEqual([403, "sender_not_allowed"]);
});

test("C26 a suppressed recipient's fate and a finding tell why; who unsubscribed gets all but bulk mail", async () => {
  const suppress = (address: string, reason: string) =>
    caller.post("/api/v1/suppressions", { address, reason });
  await suppress("hard@example.com", "hard_bounce");
  await suppress("un@example.com", "unsubscribe");
  const outcomes = async (body: object) => {
    const answer = await dryRun({ ...email, to: ["HARD@example.com", "un@example.com"], ...body });
    const codes = answer.body.findings.map(({ code, at }: { code: string; at?: string }) => `${code} ${at}`);
    return [answer.body.recipients.map(({ fate }: { fate: string }) => fate), codes];
  };
  const html = '<p>Hello <a href="{{unsubscribe_url}}">end</a></p>';
  expect(await outcomes({ text: "Hello" })).toEqual([
    ["suppress", "send"],
    ["recipient_suppressed hard@example.com", expect.stringMatching(/^unsubscribe_missing/)],
  ]);
  expect(await outcomes({ html, text: "Hello", stream: "bulk" })).toEqual([
    ["suppress", "suppress"],
    ["recipient_suppressed hard@example.com", "recipient_suppressed un@example.com"],
  ]);
  expect((await outcomes({ html, text: "Hello" })).flat().join()).toContain("template_marker html");
});

test("C20 the source is the message as it would go out, without Bcc, and as long as it says", async () => {
  const { body } = await dryRun({ ...email, bcc: "hidden@example.com", text: "\u00fc" }, "&include=source");
  expect(body.source).toMatch(/^To: ada@example\.com\r$/m);
  expect(body.source).not.toMatch(/hidden|^bcc/im);
  expect(body.source.length).toBe(body.size_bytes);
});

test("what sending would refuse, a dry run refuses in the same words", async () => {
  for (const change of [
    { to: [] },
    { to: "nobody" },
    { headers: { Bcc: "x" } },
    { scheduled_at: "never" },
    { html: undefined },
  ]) {
    const dry = await dryRun({ ...email, ...change });
    const wet = await caller.send({ ...email, ...change });
    expect([dry.status, { ...dry.body.error, request_id: "" }]).toEqual([
      422,
      { ...wet.body.error, request_id: "" },
    ]);
  }
});

test("a dry run spends no quota, keeps no key, and works for the dashboard", async () => {
  const before = await rowCounts(api, acceptTables);
  const to = Array.from({ length: 5 }, (_, n) => `u${n}@example.com`);
  for (let n = 0; n < 3; n += 1)
    expect(
      (await caller.post("/api/v1/send?dry_run=true", { ...email, to }, { "idempotency-key": "dry" })).status,
    ).toBe(200);
  const admin = await adminCaller(api);
  expect((await admin.post("/api/emails?dry_run=true", email)).body.dry_run).toBe(true);
  expect(await rowCounts(api, acceptTables)).toEqual(before);
});

test.each(["dry_run=yes", "dry_run=1", "dry_run=", "include=html", "dryrun=true"])(
  "%s is refused, so that nothing is sent by mistake",
  async (query) => {
    const before = await rowCounts(api, acceptTables);
    expect((await caller.post(`/api/v1/send?${query}`, email)).status).toBe(422);
    expect(await rowCounts(api, acceptTables)).toEqual(before);
  },
);

test("a key that may only send is not told who is suppressed", async () => {
  const admin = await adminCaller(api);
  const address = "secret@suppressed.example";
  await caller.post("/api/v1/suppressions", { address, reason: "complaint" });
  const sendOnly = await admin.newKey({ permission: "send" });
  const ask = async (by: ApiCaller, to: string) => {
    const { body } = await by.post("/api/v1/send?dry_run=true", { ...email, to });
    const { address: _, ...fate } = body.recipients[0];
    return { fate, findings: body.findings };
  };
  expect((await ask(caller, address)).fate).toMatchObject({ fate: "suppress" });
  expect(await ask(sendOnly, address)).toEqual(await ask(sendOnly, "other@suppressed.example"));
});
