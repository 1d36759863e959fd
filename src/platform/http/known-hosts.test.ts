import { pino } from "pino";
import { expect, test } from "vitest";
import { buildServer } from "./index.ts";

function serve({ baseUrl = "http://localhost:3000", allowedHosts = [] as string[] } = {}) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  const app = buildServer({ baseUrl, allowedHosts, trustedProxies: [], log });
  for (const url of [
    "/api/auth",
    "/api/v1/send",
    "/compat/resend/emails",
    "/u/token",
    "/metrics",
    "/api/v1x",
  ])
    app.get(url, async () => ({}));
  const ask = async (host: string, url = "/api/auth") =>
    (await app.inject({ url, headers: { host } })).statusCode;
  return { app, ask, lines };
}

test.each([
  "localhost",
  "localhost:3000",
  "LOCALHOST",
  "app.localhost",
  "127.0.0.1:3000",
  "192.168.1.20",
  "[::1]:3000",
  "posthouse",
  "posthouse:3000",
])("the host %s is served without any setting", async (host) => {
  expect(await serve().ask(host)).toBe(200);
});

test.each([
  "evil.example",
  "evil.example:3000",
  "evil.example.",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
])("the host %s is refused on the dashboard's routes", async (host) => {
  const { ask } = serve();
  for (const url of ["/api/auth", "/", "/docs/", "/openapi.json", "/api/v1x", "/u"])
    expect(await ask(host, url)).toBe(421);
});

test.each(["/healthz", "/readyz", "/metrics", "/api/v1/send", "/compat/resend/emails", "/u/token"])(
  "%s reveals nothing to a page of another site and is served under any host",
  async (url) => {
    expect([200, 503]).toContain(await serve().ask("evil.example", url));
  },
);

test("the host of BASE_URL and those of ALLOWED_HOSTS are served, and * serves all", async () => {
  const { ask } = serve({ baseUrl: "https://Mail.example.com", allowedHosts: ["inside.example.com"] });
  expect(await ask("mail.example.com")).toBe(200);
  expect(await ask("MAIL.example.com:443")).toBe(200);
  expect(await ask("inside.example.com")).toBe(200);
  expect(await ask("other.example.com")).toBe(421);
  expect(await serve({ allowedHosts: ["*"] }).ask("evil.example")).toBe(200);
});

test("the refusal says which settings to change, and is logged once per host", async () => {
  const { app, lines } = serve();
  for (let n = 0; n < 3; n += 1) {
    const answer = await app.inject({ url: "/", headers: { host: "mail.example.com" } });
    expect(answer.json().error).toMatchObject({ code: "misdirected_request" });
    expect(answer.json().error.message).toContain(
      "set BASE_URL to its address, e.g. BASE_URL=https://mail.example.com",
    );
  }
  expect(lines.filter((line) => line.includes("http.host_refused"))).toHaveLength(1);
});
