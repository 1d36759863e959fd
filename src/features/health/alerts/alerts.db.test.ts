import { beforeAll, beforeEach, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller } from "../../../../test/harness/api-caller.ts";
import { awayFromEndOf } from "../../../../test/harness/away-from-end-of.ts";
import { openDatabase } from "../../../platform/db/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { alertRules } from "../../../processes/features.ts";
import { insertDomainEvents } from "../../domains/events/queries.ts";
import type { Notify } from "./notify.ts";
import { watchOnce } from "./watch.ts";

const log = createLogger("silent", "test");
const api = useApi();
let admin: ApiCaller;
beforeAll(async () => {
  admin = await adminCaller(api);
});
beforeEach(() => awayFromEndOf("day"));
beforeEach(() =>
  sql("TRUNCATE alerts, alert_rules, recipients, queue_minutes, metric_totals, daily_counts, processes"),
);

const sql = async (text: string, values: unknown[] = []) =>
  (await api.database.pool.query(text, values)).rows;
const channelsOf = (notifies: Notify[]) =>
  notifies.map((notify, index) => ({
    by: index === 0 ? ("email" as const) : ("webhook" as const),
    notify: async (alert: Parameters<Notify>[0]) => String(await notify(alert)),
  }));
const watch = (channels: Notify[] = [], database = api.database) =>
  watchOnce({ database, log, channels: channelsOf(channels), rules: alertRules() });
const openRules = async () =>
  (await sql("SELECT rule FROM alerts WHERE closed_at IS NULL ORDER BY rule")).map(({ rule }) => rule);
const collectInto =
  (notified: string[]): Notify =>
  async ({ rule, closed_at }) =>
    notified.push(`${rule} ${closed_at ? "over" : "open"}`);

async function stick(): Promise<void> {
  await (await admin.newKey()).sent({ to: "a@one.example", subject: "Hello", text: "Hello" });
  await sql("UPDATE recipients SET due_at = now() - interval '20 minutes'");
}

test("an incident is notified once when it opens and once when it closes", async () => {
  const notified: string[] = [];
  await watch([collectInto(notified)]);
  expect(notified).toEqual([]);
  await stick();
  for (let n = 0; n < 3; n += 1) await watch([collectInto(notified)]);
  expect(notified).toEqual(["queue_stuck open", "worker_missing open"]);
  await sql("TRUNCATE recipients");
  await watch([collectInto(notified)]);
  expect(await openRules()).toEqual(["queue_stuck", "worker_missing"]);
  await sql("UPDATE alerts SET seen_at = now() - interval '3 minutes'");
  await watch([collectInto(notified)]);
  await watch([collectInto(notified)]);
  expect(notified.slice(2)).toEqual(["queue_stuck over", "worker_missing over"]);
  await stick();
  await watch([collectInto(notified)]);
  expect(notified.slice(4)).toEqual(["queue_stuck open", "worker_missing open"]);
});

test("several nodes evaluate one at a time and notify once (F26)", async () => {
  await stick();
  const notified: string[] = [];
  const databases = [1, 2, 3].map(() => openDatabase(api.database.connectionString, { max: 4 }));
  const slowly: Notify = async (alert) => {
    await new Promise((resolve) => setImmediate(resolve));
    await collectInto(notified)(alert);
  };
  const ran = await Promise.all(
    databases.flatMap((database) => [watch([slowly], database), watch([slowly], database)]),
  );
  expect(ran).toContain(true);
  expect(notified.toSorted()).toEqual(["queue_stuck open", "worker_missing open"]);
  await Promise.all(databases.map((database) => database.close()));
});

test("a failed notification is retried in the next round", async () => {
  await stick();
  await watch([() => Promise.reject(new Error("no network"))]);
  const notified: string[] = [];
  await watch([collectInto(notified)]);
  expect(notified).toEqual(["queue_stuck open", "worker_missing open"]);
});

test("a channel that fails is retried alone, and hears of the end only if it heard of the beginning", async () => {
  await stick();
  await sql("INSERT INTO alert_rules (rule, enabled) VALUES ('worker_missing', false)");
  const mails: string[] = [];
  const posts: string[] = [];
  const mail = collectInto(mails);
  const fails: Notify = () => Promise.reject(new Error("no network"));
  await watch([mail, fails]);
  await watch([mail, fails]);
  expect(mails).toEqual(["queue_stuck open"]);
  await watch([mail, collectInto(posts)]);
  await watch([mail, collectInto(posts)]);
  expect([mails, posts]).toEqual([["queue_stuck open"], ["queue_stuck open"]]);
  const end = async () => {
    await sql("TRUNCATE recipients");
    await sql("UPDATE alerts SET seen_at = now() - interval '3 minutes'");
  };
  await end();
  await watch([fails, collectInto(posts)]);
  await watch([mail, collectInto(posts)]);
  await watch([mail, collectInto(posts)]);
  expect([mails[1], posts[1], mails.length, posts.length]).toEqual([
    "queue_stuck over",
    "queue_stuck over",
    2,
    2,
  ]);
  await stick();
  await watch([mail, fails]);
  await end();
  for (let n = 0; n < 2; n += 1) await watch([mail, collectInto(posts)]);
  expect([mails.slice(2), posts.length]).toEqual([["queue_stuck open", "queue_stuck over"], 2]);
});

test("a rule that fails keeps its alerts open, and does not stop the others", async () => {
  await stick();
  await watch();
  await sql("UPDATE alerts SET seen_at = now() - interval '3 minutes'");
  const { queue_stuck } = alertRules();
  const find = () => Promise.reject(new Error("a fault of the rule"));
  const rules = { ...alertRules(), queue_stuck: { ...queue_stuck, find } } as ReturnType<typeof alertRules>;
  await sql("UPDATE alerts SET closed_at = now() WHERE rule = 'worker_missing'");
  await watchOnce({ database: api.database, log, channels: [], rules });
  expect(await openRules()).toEqual(["queue_stuck", "worker_missing"]);
});

test("a disk that is nearly full raises an alert that names its node", async () => {
  const report = (node: string, gibibytes: number) =>
    sql(
      "INSERT INTO processes (id, role, node, pid, gauges) VALUES (gen_random_uuid(), 'worker', $1, 1, $2)",
      [node, { posthouse_disk_free_bytes: gibibytes * 1024 ** 3 }],
    );
  await report("mail-1", 5);
  await report("mail-2", 0.5);
  await report("mail-2", 0.5);
  await watch();
  const { open } = (await admin.get("/api/instance/alerts")).body;
  expect(open.map(({ rule, words }: { rule: string; words: string }) => [rule, words])).toEqual([
    ["disk_full", "0.50 GiB free in the data directory of mail-2."],
  ]);
});

test("each rule finds its incidents", async () => {
  const [{ id }] = await sql("SELECT id FROM accounts");
  await sql(
    "INSERT INTO queue_minutes (account_id, domain, minute, delivered, bounced) VALUES ($1, 'one.example', now(), 79, 21)",
    [id],
  );
  await sql(
    "INSERT INTO daily_counts (account_id, day, type, count) SELECT $1, (now() AT TIME ZONE 'UTC')::date, t, n FROM (VALUES ('complained', 4), ('delivered', 1000)) v (t, n)",
    [id],
  );
  await sql(
    `INSERT INTO metric_totals (name, labels, value) VALUES ('posthouse_relay_auth_failures_total', 'route="relay a"', 1)`,
  );
  await (await admin.newKey()).sent({ to: "a@one.example", subject: "Hello", text: "Hello" });
  await sql("UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL");
  await watch();
  expect(await openRules()).toEqual([
    "bounce_spike",
    "complaint_spike",
    "relay_auth_failed",
    "uncertain_recipients",
  ]);
  const { open } = (await admin.get("/api/instance/alerts")).body;
  expect(open.map(({ words }: { words: string }) => words).toSorted()).toEqual([
    expect.stringMatching(/^21 of the last 100 recipients of the account “.+” bounced\.$/),
    expect.stringMatching(
      /^4 recipients of the account “.+” reported spam in the last 7 days, with 1,000 delivered in the last 8 days\.$/,
    ),
    "Delivery to 1 recipient is uncertain and is not retried. Decide on the queue page.",
    "The relay “relay a” rejects its credentials. Its mail waits until they are corrected.",
  ]);
});

test("a missing token raises an alert before and after its account loses the domain, unless the domain was verified again (L3)", async () => {
  const [{ id }] = await sql("SELECT id FROM accounts");
  await sql(
    `INSERT INTO domains (account_id, name, verified_at, verified_by, token_missing_since)
     VALUES ($1, 'slip.example', now(), 'dns', '2026-03-04'), ($1, 'lost.example', NULL, NULL, NULL), ($1, 'back.example', now(), 'dns', NULL), ($1, 'again.example', NULL, NULL, NULL)`,
    [id],
  );
  const notify = (name: string, type: "domain.lost" | "domain.verified" | "domain.added") =>
    insertDomainEvents(api.database.db, { accountId: id, name }, [
      { type, detail: { reason: "token_missing" } },
    ]);
  for (const name of ["lost.example", "back.example", "again.example"]) await notify(name, "domain.lost");
  await notify("back.example", "domain.verified");
  await notify("again.example", "domain.added");
  await watch();
  const { open } = (await admin.get("/api/instance/alerts")).body;
  expect(open.map(({ rule, words }: { rule: string; words: string }) => [rule, words]).toSorted()).toEqual([
    [
      "domain_at_risk",
      expect.stringMatching(
        /^The verification record of slip\.example is missing .* “.+” loses the domain on 2026-03-07\.$/,
      ),
    ],
    [
      "domain_lost",
      expect.stringMatching(
        /^The account “.+” lost the domain lost\.example: its verification record was missing/,
      ),
    ],
  ]);
  expect((await admin.get("/api/overview")).body.troubled_domains).toEqual([
    { name: "lost.example", trouble: "lost" },
    { name: "slip.example", trouble: "token_missing" },
  ]);
  await sql("TRUNCATE domains CASCADE");
});

test("unread inbound mail raises an alert after ten minutes", async () => {
  const [bounce] = await sql(
    `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo, due_at)
     VALUES (gen_random_uuid(), '', 0, '', '{}', '', '', now() - interval '9 minutes') RETURNING id`,
  );
  await watch();
  expect(await openRules()).toEqual([]);
  await sql("UPDATE inbound_messages SET due_at = now() - interval '11 minutes' WHERE id = $1", [bounce.id]);
  await watch();
  expect((await admin.get("/api/instance/alerts")).body.open).toMatchObject([
    {
      rule: "inbound_unread",
      words:
        "Inbound mail has waited to be read for 11 minutes: no process with the role inbound is reading it.",
    },
  ]);
  await sql("UPDATE inbound_messages SET due_at = NULL, outcomes = '{kept}'");
  await sql("TRUNCATE alerts");
  await watch();
  expect(await openRules()).toEqual([]);
});

test("operators change thresholds and turn rules off", async () => {
  await stick();
  const change = (rule: string, body: object) => admin.patch(`/api/instance/alert-rules/${rule}`, body);
  expect((await change("queue_stuck", { threshold: 30 })).body).toMatchObject({
    threshold: 30,
    default_threshold: 10,
  });
  await change("worker_missing", { enabled: false });
  await watch();
  expect(await openRules()).toEqual([]);
  await change("queue_stuck", { threshold: null });
  await watch();
  expect(await openRules()).toEqual(["queue_stuck"]);
  expect((await change("constructor", { enabled: false })).status).toBe(404);
  const { rules, channels } = (await admin.get("/api/instance/alert-rules")).body;
  expect([rules.length, channels]).toEqual([14, []]);
});
