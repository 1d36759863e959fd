import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, adminCaller } from "../../../../test/harness/api-caller.ts";
import { encodeCursor } from "../../../platform/db/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { EVERY_ACCOUNT } from "../pauses/pause.ts";

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

test.each([
  ["an unknown account", newId()],
  ["the id that stands for all accounts", EVERY_ACCOUNT],
])("an operator's action on %s changes nothing", async (_what, account_id) => {
  const { status, problems } = await admin.post("/api/instance/queue/actions", {
    action: "pause",
    scope: { account_id },
  });
  expect([status, problems]).toEqual([422, ["scope.account_id"]]);
  expect(await rows("SELECT FROM queue_pauses")).toEqual([]);
});

test.each([
  ["an impossible time", "2026-13-45 99:99:99+00", "x"],
  ["a day that does not exist", "2026-02-30 00:00:00+00", "x"],
  ["an impossible zone", "2026-01-01 00:00:00+99", "x"],
  ["a NUL", "2026-01-01 00:00:00+00", "\0"],
])("a cursor that was changed to %s is refused [C34]", async (_what, since, key) => {
  const [{ id }] = await rows("SELECT id FROM accounts ORDER BY id LIMIT 1");
  const cursorOf = (...place: [string, string]) => encodeCursor([`queue destination ${id}`, "0", ...place]);
  const valid = await admin.get(`/api/queue?cursor=${cursorOf("2026-01-01 00:00:00.123456+00", "x")}`);
  expect(valid.status).toBe(200);
  const { status, problems } = await admin.get(`/api/queue?cursor=${cursorOf(since, key)}`);
  expect([status, problems]).toEqual([422, ["cursor"]]);
});
