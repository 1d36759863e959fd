import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi();
let admin: ApiCaller;
beforeAll(async () => {
  admin = await adminCaller(api);
});

const rows = async (sql: string) => (await api.database.pool.query(sql)).rows;

test.each(["pause", "purge"])("a %s with an invalid time changes nothing", async (action) => {
  const { status, problems } = await admin.post("/api/queue/actions", {
    action,
    scope: {},
    before: "2026-12-31T23:59:60Z",
  });
  expect([status, problems]).toEqual([422, ["before"]]);
  expect(await rows("SELECT FROM queue_pauses")).toEqual([]);
});
