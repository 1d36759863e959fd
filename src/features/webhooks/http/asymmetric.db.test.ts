import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller } from "../../../../test/harness/api-caller.ts";

const api = useApi({ WEBHOOKS_TO_PRIVATE: "on" });
let caller: ApiCaller;

beforeAll(() => {
  caller = keyCaller(api);
});

const url = "http://shop.test/hook";

test("asymmetric signatures are off, unless they are switched on; a change of other fields keeps them", async () => {
  const { body: byDefault } = await caller.post("/api/v1/webhooks", { url });
  expect(byDefault.asymmetric).toBe(false);
  const { status, body } = await caller.post("/api/v1/webhooks", { url, asymmetric: true });
  expect([status, body.asymmetric]).toEqual([201, true]);
  const path = `/api/v1/webhooks/${body.id}`;
  const change = async (fields: object) => (await caller.patch(path, fields)).body.asymmetric;
  expect(await change({ description: "x" })).toBe(true);
  expect(await change({ asymmetric: false })).toBe(false);
  expect(await change({ asymmetric: true })).toBe(true);
  expect((await caller.get(path)).body.asymmetric).toBe(true);
  const { body: listed } = await caller.get("/api/v1/webhooks");
  expect(listed.webhooks.map(({ asymmetric }: { asymmetric: boolean }) => asymmetric)).toEqual([false, true]);
});

test("a webhook that is added with Resend's API has the default", async () => {
  const { body } = await caller.post("/compat/resend/webhooks", { endpoint: url, events: ["email.sent"] });
  expect((await caller.get(`/api/v1/webhooks/${body.id}`)).body).toMatchObject({ url, asymmetric: false });
});

test.each(["true", 1, null])("%j is refused", async (asymmetric) => {
  const { body: webhook } = await caller.post("/api/v1/webhooks", { url });
  const path = `/api/v1/webhooks/${webhook.id}`;
  const fields = [{ path: "asymmetric", message: "must be true or false" }];
  const refused = { status: 422, body: { error: { fields } } };
  expect(await caller.post("/api/v1/webhooks", { url, asymmetric })).toMatchObject(refused);
  expect(await caller.patch(path, { asymmetric })).toMatchObject(refused);
  expect((await caller.get(path)).body.asymmetric).toBe(false);
});
