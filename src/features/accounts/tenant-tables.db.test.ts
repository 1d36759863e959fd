import { expect, test } from "vitest";
import { useTestApp } from "../keys/test-app.fixture.ts";

const tested = useTestApp();

/** Tables of the whole instance, each with why no account owns its rows. */
const instanceWide = new Map([
  ["accounts", "the tenants themselves"],
  ["people", "a person may belong to several accounts; memberships have the account"],
  ["attempt_counters", "counts networks, and addresses that may belong to nobody"],
  ["database_identity", "which database the rows were written in"],
  ["instance_key", "which secret key the nodes of this database have"],
  ["alert_rules", "what the operator wants to be told of"],
  ["alerts", "incidents of the instance"],
  ["metric_totals", "figures of the instance"],
  ["processes", "what the instance runs"],
  ["inbound_messages", "whose it is is known only when it has been read"],
  ["provider_domains", "what DNS says of others"],
  ["destination_hosts", "which servers of others have taken mail"],
  ["throttles", "how fast others take mail"],
  ["mta_sts_policies", "what others publish"],
  ["source_days", "what the addresses of the instance have sent"],
  ["workers", "what the instance runs"],
  ["schema_migrations", "what the program did to the schema"],
]);

test("L2 every table has an account_id that is never null, but for those listed here", async () => {
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

test("L2 every key of a tenant table begins with account_id, so that rows of an account can live together", async () => {
  const { rows } = await tested.database.pool.query(`
    SELECT c.relname AS table_name, a.attname AS first_column FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace`);
  const tenant = rows.filter(({ table_name }) => !instanceWide.has(table_name));
  expect(tenant.length).toBeGreaterThan(5);
  expect(tenant.filter(({ first_column }) => first_column !== "account_id")).toEqual([]);
});
