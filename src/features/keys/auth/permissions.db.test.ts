import { beforeAll, expect, test } from "vitest";
import { addRightsHooks, PERMISSIONS, type Permission } from "../../../platform/http/index.ts";
import { useTestApp } from "../test-app.fixture.ts";
import { apiKeyHooks } from "./api-key-hooks.ts";

const tested = useTestApp();
const keys = new Map<Permission, string>();

beforeAll(async () => {
  const { app, deps } = tested.node;
  app.register((v1, _options, done) => {
    addRightsHooks(v1, apiKeyHooks(deps));
    v1.get("/api/v1/things", async () => ({}));
    v1.post("/api/v1/things", async () => ({}));
    v1.delete("/api/v1/things", async () => ({}));
    v1.post("/api/v1/sendings", { config: { permission: "send" } }, async () => ({}));
    v1.post("/api/v1/questions", { config: { permission: "read" } }, async () => ({}));
    v1.get("/api/v1/secrets", { config: { permission: "full" } }, async () => ({}));
    done();
  });
  const { cookie } = await tested.node.signUp("ada@example.com");
  for (const permission of PERMISSIONS) {
    const body = { name: permission, permission };
    const { key } = (await tested.node.call("POST", "/api/keys", { body, headers: { cookie } })).body;
    keys.set(permission, key);
  }
});

test.each([
  ["GET", "things", ["full", "read"]],
  ["HEAD", "things", ["full", "read"]],
  ["POST", "things", ["full"]],
  ["DELETE", "things", ["full"]],
  ["POST", "sendings", ["full", "send"]],
  ["POST", "questions", ["full", "read"]],
  ["GET", "secrets", ["full"]],
  ["GET", "nothing", ["full", "read"]],
])("%s /api/v1/%s is open to %j alone (B2)", async (method, path, allowed) => {
  for (const permission of PERMISSIONS) {
    const response = await tested.node.app.inject({
      method: method as "GET",
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${keys.get(permission)}` },
    });
    const isAllowed = allowed.includes(permission);
    expect([permission, response.statusCode !== 403]).toEqual([permission, isAllowed]);
    expect(response.headers.ratelimit).toMatch(/^"default";r=\d+;t=\d+$/);
    if (!isAllowed && method !== "HEAD") expect(response.json().error.code).toBe("key_not_permitted");
  }
});
