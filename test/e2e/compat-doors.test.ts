/** The compatible APIs have the checks of /api/v1: rate limit, sender domains, request log. Each is called by its product's SDK. */
import sendgrid from "@sendgrid/mail";
import { type Errors, ServerClient } from "postmark";
import { Resend } from "resend";
import { beforeAll, expect, test, vi } from "vitest";
import { type ListeningApi, listeningApi } from "../harness/listening-api.ts";
import { until } from "../harness/until.ts";

type Service = typeof sendgrid & { client: { setDefaultRequest(name: string, value: string): void } };
type Said = { status: number | null; name: string | number | undefined };

beforeAll(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

/** Sends one email with each SDK, one after the other, and returns the SDKs' results. */
async function sendThroughAll(api: ListeningApi): Promise<Said[]> {
  const email = { from: "a@example.com", to: "b@example.com", subject: "Hello", text: "It works." };
  const resend = new Resend(api.key, { baseUrl: `${api.url}/compat/resend` });
  const { error } = await resend.emails.send(email);
  const requestHost = `${new URL(api.url).host}/compat/postmark`;
  const postmark = new ServerClient(api.key, { useHttps: false, requestHost });
  const byPostmark: Said = await postmark
    .sendEmail({ From: email.from, To: email.to, Subject: email.subject, TextBody: email.text })
    .then(
      () => ({ status: 200, name: undefined }),
      (refused: Errors.HttpError) => ({ status: refused.statusCode, name: refused.code }),
    );
  const service = new (sendgrid.constructor as new () => Service)();
  service.setApiKey(api.key);
  service.client.setDefaultRequest("baseUrl", `${api.url}/compat/sendgrid`);
  const bySendgrid: Said = await service.send(email).then(
    () => ({ status: 202, name: undefined }),
    ({ code, response }) => ({ status: code, name: response.body.errors[0].field ?? undefined }),
  );
  return [{ status: error?.statusCode ?? 200, name: error?.name }, byPostmark, bySendgrid];
}

test("all APIs share the account's rate limit", async () => {
  const api = await listeningApi({ RATE_LIMIT: "3" });
  // The clock stands still, so that all requests are in one window of the rate limit.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 + 10_000 });
  expect(await sendThroughAll(api)).toEqual([
    { status: 200, name: undefined },
    { status: 200, name: undefined },
    { status: 202, name: undefined },
  ]);
  expect(await sendThroughAll(api)).toEqual([
    { status: 429, name: "rate_limit_exceeded" },
    { status: 429, name: 429 },
    { status: 429, name: undefined },
  ]);
  const { headers } = await api.post("/compat/resend/emails", {});
  expect([headers.get("retry-after"), headers.get("ratelimit")]).toEqual([
    expect.stringMatching(/^\d+$/),
    expect.stringContaining("r=0"),
  ]);
  vi.useRealTimers();
  await api.close();
});

test("an account sends only from its own domains (C22)", async () => {
  const api = await listeningApi({ PAYMENT_SECRET_KEY: "sk_test" });
  expect(await sendThroughAll(api)).toEqual([
    { status: 403, name: "validation_error" },
    { status: 422, name: 400 },
    { status: 403, name: "from" },
  ]);
  expect(await api.count()).toBe(0);
  await api.close();
});

test("requests are logged, refused ones with Posthouse's error code", async () => {
  const api = await listeningApi();
  await sendThroughAll(api);
  await api.post("/compat/resend/emails", {});
  const rows = await until(
    async () => {
      const { rows } = await api.database.pool.query(
        "SELECT path, status, error_code FROM api_requests ORDER BY id",
      );
      return rows.length >= 4 && rows;
    },
    { what: "the log to be written" },
  );
  const row = (path: string, status: number, error_code: string | null = null) => ({
    path,
    status,
    error_code,
  });
  expect(rows).toEqual(
    expect.arrayContaining([
      row("/compat/resend/emails", 200),
      row("/compat/postmark/email", 200),
      row("/compat/sendgrid/v3/mail/send", 202),
      row("/compat/resend/emails", 422, "validation_failed"),
    ]),
  );
  await api.close();
});
