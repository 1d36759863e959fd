import { beforeAll, expect, test } from "vitest";
import { startTestApi, useApi } from "../../../../test/harness/api.ts";
import {
  ACCEPT_TABLES,
  type ApiCaller,
  adminCaller,
  keyCaller,
  rowCounts,
} from "../../../../test/harness/api-caller.ts";
import { eventually } from "../../../../test/harness/eventually.ts";

const api = useApi({ SMTP_RELAY_URL: "smtp://127.0.0.1:1", DAILY_QUOTA: "5" });
let caller: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
});

const email = { to: "ada@example.com", subject: "Hello", html: "<p>Hello</p>" };
const dryRun = (body: unknown, more = "") => caller.post(`/api/v1/send?dry_run=true${more}`, body);

test("a dry run predicts each recipient's outcome and stores nothing", async () => {
  const before = await rowCounts(api, ACCEPT_TABLES);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const response = await dryRun({
    ...email,
    to: ["Ada <ada@example.com>", "ADA@example.com"],
    cc: "bounced+x@simulator.posthouse.test",
    bcc: "b@b\u00fccher.example",
    scheduled_at: tomorrow,
    attachments: [{ filename: "a.txt", content: "YQ==" }],
    tags: [{ name: "a", value: "b" }],
  });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
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
        outcome: "send",
        route: "relay 127.0.0.1:1",
        rule: null,
        reason: "goes to the relay 127.0.0.1:1",
      },
      { address: "bounced+x@simulator.posthouse.test", kind: "cc", outcome: "simulate", route: "simulator" },
      { address: "b@xn--bcher-kva.example", kind: "bcc", outcome: "send" },
    ],
  });
  expect(response.body).not.toHaveProperty("id");
  expect(response.body).not.toHaveProperty("source");
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
});

test("each recipient's route and rule are those that a worker would use now, without contacting a server", async () => {
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
      ({ outcome, route, rule }: Record<string, string>) => [outcome, route, rule],
    );
  const ours = ["send", "relay eu", "rule 1 “ours” sends mail to ours.example by relay eu"];
  const simulated = ["simulate", "simulator", null];
  const held = ["hold", "hold", "rule 2 “wait” holds mail tagged wait"];
  // The cached table may be a second old and have only the first rule.
  await eventually(
    async () =>
      expect(await outcomes({ tags: [{ name: "wait", value: "1" }] })).toEqual([ours, simulated, held]),
    100,
  );
  expect(await outcomes({})).toEqual([ours, simulated, ["send", "relay 127.0.0.1:1", null]]);
});

test("a dry run reports a sender domain that is not allowed (C22)", async () => {
  const strict = await startTestApi({ REQUIRE_VERIFIED_DOMAIN: "on" });
  const response = await keyCaller(strict).post("/api/v1/send?dry_run=true", {
    ...email,
    from: "a@unverified.example",
  });
  await strict.close();
  expect([response.status, response.body.error.code]).toEqual([403, "sender_not_allowed"]);
});

test("a suppressed recipient's outcome and a finding give the reason; an unsubscribe blocks only bulk mail (C26)", async () => {
  const suppress = (address: string, reason: string) =>
    caller.post("/api/v1/suppressions", { address, reason });
  await suppress("hard@example.com", "hard_bounce");
  await suppress("un@example.com", "unsubscribe");
  const outcomes = async (body: object) => {
    const response = await dryRun({ ...email, to: ["HARD@example.com", "un@example.com"], ...body });
    const codes = response.body.findings.map(
      ({ code, at }: { code: string; at?: string }) => `${code} ${at}`,
    );
    return [response.body.recipients.map(({ outcome }: { outcome: string }) => outcome), codes];
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

test("the source is the message as it would be sent, without Bcc, and has the reported size (C20)", async () => {
  const { body } = await dryRun({ ...email, bcc: "hidden@example.com", text: "\u00fc" }, "&include=source");
  expect(body.source).toMatch(/^To: ada@example\.com\r$/m);
  expect(body.source).not.toMatch(/hidden|^bcc/im);
  expect(body.source.length).toBe(body.size_bytes);
});

test("a dry run returns the same validation errors as sending", async () => {
  for (const change of [
    { to: [] },
    { to: "no-address" },
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

test("a dry run uses no quota, stores no key, and works for the dashboard", async () => {
  const before = await rowCounts(api, ACCEPT_TABLES);
  const to = Array.from({ length: 5 }, (_, n) => `u${n}@example.com`);
  for (let n = 0; n < 3; n += 1)
    expect(
      (await caller.post("/api/v1/send?dry_run=true", { ...email, to }, { "idempotency-key": "dry" })).status,
    ).toBe(200);
  const admin = await adminCaller(api);
  expect((await admin.post("/api/emails?dry_run=true", email)).body.dry_run).toBe(true);
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
});

test.each(["dry_run=yes", "dry_run=1", "dry_run=", "include=html", "dryrun=true"])(
  "%s is rejected, so that nothing is sent by mistake",
  async (query) => {
    const before = await rowCounts(api, ACCEPT_TABLES);
    expect((await caller.post(`/api/v1/send?${query}`, email)).status).toBe(422);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  },
);

test("a key with the permission send does not see which recipients are suppressed", async () => {
  const admin = await adminCaller(api);
  const address = "secret@suppressed.example";
  await caller.post("/api/v1/suppressions", { address, reason: "complaint" });
  const sendOnly = await admin.newKey({ permission: "send" });
  const ask = async (by: ApiCaller, to: string) => {
    const { body } = await by.post("/api/v1/send?dry_run=true", { ...email, to });
    const { address: _, ...outcome } = body.recipients[0];
    return { outcome, findings: body.findings };
  };
  expect((await ask(caller, address)).outcome).toMatchObject({ outcome: "suppress" });
  expect(await ask(sendOnly, address)).toEqual(await ask(sendOnly, "other@suppressed.example"));
});
