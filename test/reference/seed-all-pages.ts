import { callApi, sendEmail } from "../harness/api-client.ts";
import { runSql } from "../harness/database.ts";
import { seedHistory } from "./seed-history.ts";
import { seedWebhooks } from "./seed-webhooks.ts";

type World = { baseUrl: string; databaseUrl: string; owner: string; cookie: string; key: string };

const LONG_NAME = "Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the Second of Philadelphia";

/** Fills an account so that each page has content, some of it very long. Returns the values of the paths' parameters. */
export async function seedAllPages(
  world: World,
  { days = 60, volume = 4 } = {},
): Promise<{ domain: string; contact: string; email: string; webhook: string; engaged: string }> {
  const { baseUrl, databaseUrl, owner, cookie, key } = world;
  const post = async <T>(path: string, body: unknown) => {
    const answer = await callApi<T>(baseUrl, `/api/v1/${path}`, { key, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const change = (path: string, body: object) =>
    callApi(baseUrl, `/api/v1/${path}`, { method: "PATCH", key, body });
  await runSql(databaseUrl, "UPDATE people SET is_operator = true");
  await callApi(baseUrl, "/api/account", {
    method: "PATCH",
    cookie,
    body: { name: "Northwind", user_name: "Grace Hopper" },
  });
  await seedHistory(databaseUrl, { days, volume, owner });
  await runSql(databaseUrl, MARK_CAPTURED);
  await post("domains", { name: "northwind.example" });
  await post("domains", { name: "a-rather-long-subdomain.marketing.northwind.example" });
  for (const [address, reason, detail] of [
    ["grace.hopper@example.com", "complaint", "asked by phone"],
    ["a.very.long.local.part.of.an.address@a-rather-long-subdomain.marketing.example.org", "manual", ""],
    ["mei.tanaka@example.com", "unsubscribe", ""],
  ])
    await post("suppressions", { address, reason, ...(detail && { detail }) });
  await post("relays", { name: "mailgun-eu", url: "smtp://smtp.eu.mailgun.example:587" });
  const { id: fallback } = await post<{ id: string }>("relays", {
    name: "Fallback",
    url: "smtps://user:secret@smtp.example.net:465",
  });
  await post("routing-rules", {
    name: "Newsletters by the fallback",
    match: { stream: "bulk", from_domain: "northwind.example" },
    action: "relay",
    relay_ids: [fallback],
  });
  await post("routing-rules", {
    name: "Nothing to old addresses",
    match: { tag: { name: "import" } },
    action: "hold",
  });
  for (const name of ["Ada Lovelace", "Grace Hopper", "Mei Tanaka", LONG_NAME])
    await post("contacts", {
      email: `${name.toLowerCase().replaceAll(" ", ".").slice(0, 60)}@example.com`,
      name,
      properties: { plan: "pro", city: "Philadelphia", since: 2024 },
    });
  const { id: contact } = await post<{ id: string }>("contacts", {
    email: "kofi.mensah@example.org",
    name: "Kofi Mensah",
    properties: { plan: "team", seats: 12, address: { city: "Accra", country: "GH" } },
  });
  for (const body of [
    { to: "no-address", subject: "x", text: "x" },
    { subject: "nobody", text: "x" },
  ])
    await callApi(baseUrl, "/api/v1/send", { key, body });
  await callApi(baseUrl, "/api/v1/nothing-here", { key });
  await callApi(baseUrl, "/api/keys", { cookie, body: { name: "A worker of the shop, in production" } });
  const email = await sendEmail(baseUrl, key, {
    from: "Northwind <hello@northwind.example>",
    to: ["Ada Lovelace <ada@example.com>", "bob@example.com"],
    cc: "carl@example.com",
    subject: `Your order has left our warehouse, and this subject is long enough to need more than one line`,
    html: '<div style="font-family:sans-serif;max-width:560px"><h1>Thank you</h1><p>Your parcel is on its way.</p><p><a href="https://northwind.example/orders">Your orders</a></p></div>',
    headers: { "X-Campaign": "spring" },
    metadata: { order: 17 },
    tags: [
      { name: "kind", value: "shipping" },
      { name: "shop", value: "north" },
      { name: "campaign", value: "spring-sale-2026" },
    ],
    scheduled_at: "in 26 hours",
    attachments: [{ filename: "invoice.txt", content: "MTcgZXVybw==" }],
  });
  await runSql(databaseUrl, RAISE_ALERT);
  await runSql(databaseUrl, RUN_PROCESSES);
  await change("tracking", { opens: true, clicks: true });
  await change("domains/northwind.example", { tracking_host: "links" });
  const webhooks = await seedWebhooks({ baseUrl, databaseUrl, key });
  return { domain: "northwind.example", contact, email, ...webhooks };
}

/** Every seventh delivered email becomes one of the inbox. */
const MARK_CAPTURED = `UPDATE recipients SET state = 'captured' WHERE state = 'delivered' AND ('x' || right(email_id::text, 4))::bit(16)::integer % 7 = 0`;

const RAISE_ALERT = `INSERT INTO alerts (id, rule, subject, words, seen_at)
  VALUES (gen_random_uuid(), 'queue_stuck', '', 'The oldest mail in the queue has waited for 20 minutes.', now() + interval '1 hour')`;

/** As if they ran on a second node: the programs that are taken pictures of have few roles. */
const RUN_PROCESSES = `INSERT INTO processes (id, role, node, pid, gauges, seen_at)
  SELECT gen_random_uuid(), role, 'mail-2', 4000 + n, jsonb_build_object('posthouse_process_resident_memory_bytes', (80 + n) * 1048576,
    'posthouse_event_loop_lag_seconds', 0.002), now() + interval '1 hour'
  FROM unnest(ARRAY['api', 'smtp', 'inbound', 'worker', 'background']) WITH ORDINALITY AS p (role, n)`;
