import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../../test/harness/api.ts";
import { signUp } from "../../../../test/harness/sign-up.ts";

let api: TestApi;
let cookie: string;

beforeAll(async () => {
  api = await startTestApi({ SIGNUPS: "open" });
  cookie = await signUp(api, "ada@example.com");
});
afterAll(() => api?.close());

const post = (html: string, { url = "/api/emails/preview", headers = {} } = {}) =>
  api.app.inject({
    method: "POST",
    url,
    headers: { cookie, "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams({ html }).toString(),
  });

test("posted HTML is returned as a page that cannot do anything (K1)", async () => {
  const html = "<h1>Grüße &amp; more</h1><script>alert(1)</script>\n+%20";
  const response = await post(html);
  expect(response.statusCode).toBe(200);
  expect(response.body.replaceAll("\r\n", "\n")).toBe(html);
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  const policy = String(response.headers["content-security-policy"]);
  expect(policy).toMatch(/^sandbox; default-src 'none'/);
  expect(policy).toContain("img-src data:;");
  expect(policy).toContain("frame-ancestors 'self'");
  const withImages = await post(html, { url: "/api/emails/preview?images=1" });
  expect(String(withImages.headers["content-security-policy"])).toContain("img-src data: https: http:;");
});

test("the preview needs a session and a request from the dashboard (A8)", async () => {
  expect((await post("x", { headers: { cookie: "" } })).statusCode).toBe(401);
  const foreign = await post("x", { headers: { "sec-fetch-site": "cross-site" } });
  expect([foreign.statusCode, foreign.json().error.code]).toEqual([403, "cross_origin"]);
});

test("no other route accepts forms", async () => {
  const elsewhere = await post("x", { url: "/api/emails" });
  expect([elsewhere.statusCode, elsewhere.json().error.code]).toEqual([415, "unsupported_media_type"]);
  const withoutHtml = await api.app.inject({
    method: "POST",
    url: "/api/emails/preview",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    payload: "text=x",
  });
  expect(withoutHtml.statusCode).toBe(422);
});
