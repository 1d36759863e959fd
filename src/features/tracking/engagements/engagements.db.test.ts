import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";
import { newId } from "../../../platform/ids/index.ts";
import { sweepEvidence } from "./queries.ts";

const api = useApi();
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

async function engage(emailId: string, rows: object[]): Promise<void> {
  for (const row of rows) {
    const { position, kind, actor, agent, network } = {
      position: 0,
      kind: "open",
      actor: "human",
      agent: "Firefox",
      network: "198.51.100.0/24",
      ...row,
    };
    await api.database.pool.query(
      `INSERT INTO engagements (account_id, id, email_id, position, kind, actor, confidence, reasons, network, agent)
       SELECT account_id, $2, id, $3, $4, $5, 80, '{mail_program}', $6, $7 FROM emails WHERE id = $1`,
      [emailId, newId(), position, kind, actor, network, agent],
    );
  }
}

const send = (to: string[]) => caller.sent({ to, subject: "Hello", html: "<p>Hello</p>" });

test("an email lists the engagements of each recipient, and counts people", async () => {
  const id = await send(["a@example.org", "b@example.org", "c@example.org"]);
  await engage(id, [
    { actor: "prefetch" },
    { actor: "human" },
    { actor: "proxy" },
    { position: 1, kind: "click" },
    { position: 2, kind: "click", actor: "scanner" },
  ]);
  const email = await caller.email(id);
  // A click shows that the email was opened; a scanner and a prefetch do not count.
  expect([email.opened, email.clicked]).toEqual([2, 1]);
  expect(
    email.recipients.map((r: { engagements: { actor: string }[] }) =>
      r.engagements.map(({ actor }) => actor),
    ),
  ).toEqual([["human", "proxy", "prefetch"], ["human"], ["scanner"]]);
  expect(email.recipients[0].engagements[0]).toMatchObject({
    kind: "open",
    confidence: 80,
    reasons: ["mail_program"],
    network: "198.51.100.0/24",
    agent: "Firefox",
  });
});

const evidenceOf = async (id: string) =>
  (await caller.email(id)).recipients.flatMap(
    (r: { engagements: { agent: string; network: string; actor: string }[] }) =>
      r.engagements.map(({ agent, network, actor }) => [actor, agent, network]),
  );

test("deleting a contact removes addresses and programs, and keeps the verdicts (H11)", async () => {
  const id = await send(["Gone@example.org", "stays@example.org"]);
  await engage(id, [{}, { position: 1 }]);
  await caller.post("/api/v1/contacts", { email: "gone@example.org" });
  expect((await caller.call("DELETE", "/api/v1/contacts/gone@example.org")).status).toBe(204);
  expect(await evidenceOf(id)).toEqual([
    ["human", null, null],
    ["human", "Firefox", "198.51.100.0/24"],
  ]);
});

test("evidence is removed after the account's retention time (H11)", async () => {
  const id = await send(["old@example.org"]);
  await engage(id, [{}]);
  await sweepEvidence(api.database);
  expect(await evidenceOf(id)).toEqual([["human", "Firefox", "198.51.100.0/24"]]);
  await api.database.pool.query(
    `UPDATE engagements SET id = event_id(now() - interval '400 days', uuid_send(gen_random_uuid())) WHERE email_id = $1`,
    [id],
  );
  await sweepEvidence(api.database);
  expect(await evidenceOf(id)).toEqual([["human", null, null]]);
});

test("an account sees only its own settings, and a change is in the audit log", async () => {
  expect((await caller.get("/api/v1/tracking")).body).toEqual({
    opens: false,
    clicks: false,
    address: "network",
    agent: "family",
    links_stopped_at: null,
  });
  const changed = await caller.patch("/api/v1/tracking", { opens: true, address: "none" });
  expect(changed.body).toMatchObject({ opens: true, clicks: false, address: "none" });
  const { rows } = await api.database.pool.query(
    "SELECT detail FROM audit_events WHERE action = 'tracking.changed'",
  );
  expect(rows[0].detail).toEqual({
    opens: { from: false, to: true },
    address: { from: "network", to: "none" },
  });
  expect((await caller.patch("/api/v1/tracking", { address: "all" })).status).toBe(422);
  expect((await caller.patch("/api/v1/tracking", {})).status).toBe(422);
});

test("a domain has its own switches, and falls back to the account's", async () => {
  await caller.post("/api/v1/domains", { name: "shop.example", tracking_host: "links" });
  const before = (await caller.get("/api/v1/domains/shop.example/tracking")).body;
  expect(before).toMatchObject({
    opens: null,
    clicks: null,
    host: "links.shop.example",
    host_status: "pending",
    // Without https of its own, the instance cannot stand in for a host that does not work (H12).
    links_host: null,
  });
  const { body } = await caller.patch("/api/v1/domains/shop.example/tracking", { clicks: true });
  expect([body.opens, body.clicks]).toEqual([null, true]);
  expect((await caller.get("/api/v1/domains/other.example/tracking")).status).toBe(404);
});
