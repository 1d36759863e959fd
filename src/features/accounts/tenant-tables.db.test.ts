import { expect, test } from "vitest";
import { useTestApp } from "../keys/test-app.fixture.ts";

const tested = useTestApp();

/** Tables of the whole instance, each with the reason why no account owns its rows. */
const instanceWide = new Map([
  ["accounts", "the tenants themselves"],
  ["people", "a person may belong to several accounts; memberships have the account"],
  ["authenticators", "of a person, in all accounts"],
  ["recovery_codes", "of a person, in all accounts"],
  ["attempt_counters", "counts networks, and addresses that may be unregistered"],
  ["delivery_modes", "how the instance delivers mail"],
  ["database_identity", "the identity of the database"],
  ["instance_key", "the fingerprint of the secret key that all nodes share"],
  ["alert_rules", "alerts that the operator wants"],
  ["alerts", "incidents of the instance"],
  ["metric_totals", "metrics of the instance"],
  ["processes", "processes of the instance"],
  ["inbound_messages", "the account is known only after the message has been parsed"],
  ["provider_domains", "DNS data of mailbox providers"],
  ["destination_hosts", "remote servers that have accepted mail"],
  ["throttles", "rates that remote servers accept"],
  ["mta_sts_policies", "policies that other domains publish"],
  ["source_days", "volumes of the instance's source addresses"],
  ["acme_accounts", "accounts of the instance at certificate authorities"],
  ["acme_challenges", "responses for certificate authorities, found by their token"],
  ["tracking_certificates", "certificates of tracking hosts, found by the host of a connection"],
  ["engagement_journals", "how far the hits that a process wrote to its disk are stored"],
  ["followers", "some follow the events of the whole instance"],
  ["workers", "processes of the instance"],
  ["schema_migrations", "migrations that have run"],
]);

test("every table has an account_id that is never null, except those listed here (L2)", async () => {
  const { rows } = await tested.database.pool.query(`
    SELECT table_name, max(is_nullable) FILTER (WHERE column_name = 'account_id') AS nullable
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY table_name`);
  expect(rows.length).toBeGreaterThan(5);
  const problems = rows.filter(
    ({ table_name, nullable }) => nullable !== "NO" && !instanceWide.has(table_name),
  );
  expect(problems).toEqual([]);
  const names = rows.map(({ table_name }) => table_name);
  expect([...instanceWide.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

test("every key of a tenant table begins with account_id, so that an account's rows are stored together (L2)", async () => {
  const { rows } = await tested.database.pool.query(`
    SELECT c.relname AS table_name, a.attname AS first_column FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace`);
  const tenant = rows.filter(({ table_name }) => !instanceWide.has(table_name));
  expect(tenant.length).toBeGreaterThan(5);
  expect(tenant.filter(({ first_column }) => first_column !== "account_id")).toEqual([]);
});
