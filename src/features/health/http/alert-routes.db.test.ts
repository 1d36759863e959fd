import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller, newAccount } from "../../../../test/harness/api-caller.ts";

const api = useApi({
  ALERT_EMAIL: "a@ops.example, b@ops.example",
  ALERT_WEBHOOK: "https://127.0.0.1/x?key=secret",
  SIGNUPS: "open",
});
let admin: ApiCaller;
beforeAll(async () => {
  admin = await adminCaller(api);
});

test("a test alert uses the channels and guards of real alerts, reports the results and stores no alert (I13)", async () => {
  const { status, body } = await admin.post("/api/instance/alerts/test");
  const took_ms = expect.any(Number);
  expect([status, body]).toEqual([
    200,
    {
      notified: [
        { by: "email", ok: true, words: "Queued for a@ops.example, b@ops.example", took_ms },
        {
          by: "webhook",
          ok: false,
          words: "ALERT_WEBHOOK leads to an address that is not on the public internet",
          took_ms,
        },
      ],
    },
  ]);
  const again = await admin.post("/api/instance/alerts/test");
  expect(again.body.notified[0].ok).toBe(true);
  const { emails } = (await admin.get("/api/emails")).body;
  expect(emails.map(({ subject }: { subject: string }) => subject)).toEqual(
    Array(4).fill("Alert: This is a test alert. No action is needed."),
  );
  expect((await admin.get("/api/instance/alerts")).body).toMatchObject({ open: [], alerts: [] });
  const { session } = await newAccount(api, "tenant@example.com");
  expect((await session.post("/api/instance/alerts/test")).status).toBe(403);
});

test("a threshold that is not a number is refused, and the rule keeps its own", async () => {
  const rule = "/api/instance/alert-rules/disk_full";
  for (const threshold of ["", "1,5", "30"]) {
    const { status, problems } = await admin.patch(rule, { threshold });
    expect([status, problems]).toEqual([422, ["threshold"]]);
  }
  const { rules } = (await admin.get("/api/instance/alert-rules")).body;
  const found = rules.find(({ rule }: { rule: string }) => rule === "disk_full");
  expect(found.threshold).toBe(found.default_threshold);
});

test("changes of alert rules are recorded in the audit log, unless nothing changes", async () => {
  const change = (body: object) => admin.patch("/api/instance/alert-rules/queue_stuck", body);
  await change({ threshold: 30 });
  await change({ threshold: 30 });
  await change({ enabled: false, threshold: null });
  const { events } = (await admin.get("/api/audit")).body;
  const changes = events.filter(({ action }: { action: string }) => action.startsWith("alert_rule."));
  expect(changes).toMatchObject([
    {
      action: "alert_rule.changed",
      actor: { type: "user", email: "admin@example.com" },
      detail: {
        name: "queue_stuck",
        changes: { enabled: { from: true, to: false }, threshold: { from: 30, to: 10 } },
      },
    },
    { detail: { changes: { threshold: { from: 10, to: 30 } } } },
  ]);
});

test("alerts are listed page by page, all or by status; the open ones are always on the first page", async () => {
  await api.database.pool.query(
    `INSERT INTO alerts (id, rule, subject, words, closed_at)
     SELECT ('01970000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'queue_stuck', n::text, 'x', CASE WHEN n % 2 = 0 THEN now() END
     FROM generate_series(1, 6) n`,
  );
  type Listed = { subject: string }[];
  const page = async (query: string) => {
    const { body } = await admin.get(`/api/instance/alerts?${query}`);
    const subjects = (alerts: Listed) => alerts.map(({ subject }) => subject).join("");
    return { open: subjects(body.open), alerts: subjects(body.alerts), next: body.pagination.next_cursor };
  };
  expect(await page("")).toEqual({ open: "531", alerts: "654321", next: null });
  expect(await page("status=open")).toEqual({ open: "531", alerts: "531", next: null });
  const first = await page("status=closed&limit=2");
  expect(first).toEqual({ open: "531", alerts: "64", next: expect.any(String) });
  const next = `status=closed&limit=2&cursor=${encodeURIComponent(first.next)}`;
  expect(await page(next)).toEqual({ open: "", alerts: "2", next: null });
  expect((await admin.get("/api/instance/alerts?status=past")).status).toBe(422);
  await api.database.pool.query("DELETE FROM alerts");
});
