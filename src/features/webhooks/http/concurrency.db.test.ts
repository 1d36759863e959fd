import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi({ WEBHOOKS_TO_PRIVATE: "on" });
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

const url = "http://shop.test/hook";

test("a webhook has a concurrency of 8, unless another is set; a change of other fields keeps it", async () => {
  const { body: byDefault } = await caller.post("/api/v1/webhooks", { url });
  expect(byDefault.concurrency).toBe(8);
  const { status, body } = await caller.post("/api/v1/webhooks", { url, concurrency: 32 });
  expect([status, body.concurrency]).toEqual([201, 32]);
  const path = `/api/v1/webhooks/${body.id}`;
  const change = async (fields: object) => (await caller.call("PATCH", path, fields)).body.concurrency;
  expect(await change({ concurrency: 1 })).toBe(1);
  expect(await change({ description: "x" })).toBe(1);
  expect((await caller.get(path)).body.concurrency).toBe(1);
  const { body: listed } = await caller.get("/api/v1/webhooks");
  expect(listed.webhooks.map(({ concurrency }: { concurrency: number }) => concurrency)).toEqual([8, 1]);
});

test("the export has the webhooks that match the filters", async () => {
  const add = (webhook: object) => caller.post("/api/v1/webhooks", { url, ...webhook });
  const { body: all } = await add({ description: "=export one" });
  const { body: bounces } = await add({ description: "export two", types: ["email.bounced"] });
  await caller.patch(`/api/v1/webhooks/${bounces.id}`, { enabled: false });
  const exported = async (query: string) => {
    const { headers, body } = await caller.get(`/api/v1/webhooks/export${query}`);
    expect(headers["content-disposition"]).toBe('attachment; filename="webhooks.csv"');
    return String(body).trimEnd().split("\r\n").slice(1);
  };
  const one = expect.stringContaining(`"${all.id}","${url}","'=export one","active"`);
  const two = expect.stringContaining(`"export two","disabled","user","email.bounced"`);
  expect(await exported("?search=export")).toEqual([one, two]);
  expect(await exported("?search=export&status=active")).toEqual([one]);
  expect(await exported("?search=export&type=email.bounced&status=disabled,failing")).toEqual([two]);
  expect(await exported("?search=export&type=email.opened")).toEqual([one]);
  // Accepted mail is only reported to webhooks that name its types.
  expect(await exported("?search=export&type=email.queued")).toEqual([]);
  expect((await caller.get("/api/v1/webhooks/export?status=broken")).problems).toEqual(["status"]);
  // Sealed with another secret key.
  await api.database.pool.query("UPDATE webhooks SET secret_sealed = '\\x00' WHERE id = $1", [all.id]);
  const lost = expect.stringContaining(`"'=export one","secret_lost"`);
  expect(await exported("?search=export&status=secret_lost")).toEqual([lost]);
  expect(await exported("?search=export&status=active,failing")).toEqual([]);
});

test("a webhook that is added with Resend's API has the default", async () => {
  const { body } = await caller.post("/compat/resend/webhooks", { endpoint: url, events: ["email.sent"] });
  expect((await caller.get(`/api/v1/webhooks/${body.id}`)).body).toMatchObject({ url, concurrency: 8 });
});

test.each([
  [0, "must be 1 or more"],
  [-1, "must be 1 or more"],
  [33, "must be 32 or less"],
  [1.5, "must be a whole number"],
  ["8", "must be a whole number"],
  [null, "must be a whole number"],
])("the concurrency %j is refused", async (concurrency, message) => {
  const { body: webhook } = await caller.post("/api/v1/webhooks", { url });
  const path = `/api/v1/webhooks/${webhook.id}`;
  const refused = { status: 422, body: { error: { fields: [{ path: "concurrency", message }] } } };
  expect(await caller.post("/api/v1/webhooks", { url, concurrency })).toMatchObject(refused);
  expect(await caller.call("PATCH", path, { concurrency })).toMatchObject(refused);
  expect((await caller.get(path)).body.concurrency).toBe(8);
});
