/** The tracking host of an email may break between its acceptance and its delivery, which may be weeks apart. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { runSql } from "../harness/run-sql.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

type EmailView = {
  status: string;
  tracking: { host: string } | null;
  recipients: { events: { type: string; detail: { tracking?: string } }[] }[];
};

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.close());

/** The origins of the links and of the pixel in the newest message. */
function trackedOrigins(): string[] {
  const message = sink.messages.at(-1)?.raw.toString().replaceAll("=\r\n", "") ?? "";
  return [
    ...new Set([...message.matchAll(/(https:\/\/[a-z.]+)\/[co]\//g)].map(([, origin]) => origin ?? "")),
  ];
}

async function startWithHost(baseUrl: string): Promise<{ posthouse: Posthouse; key: string }> {
  const posthouse = await startPosthouse({
    database: await createTestDatabase(),
    env: { BASE_URL: baseUrl, SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}` },
  });
  const { key } = await signUpAndCreateKey(posthouse);
  await runSql(
    posthouse.databaseUrl(),
    `INSERT INTO domains (account_id, name, tracking_host, verified_at, verified_by, check_at)
       SELECT account_id, d.name, 'links', now(), 'operator', now() + interval '1 day' FROM api_keys, unnest('{shop.test,other.test}'::text[]) d (name);
     INSERT INTO tracking_domains (account_id, domain, host, verified_at, check_at)
       SELECT account_id, name, 'links.' || name, now(), now() + interval '1 day' FROM domains`,
  );
  return { posthouse, key };
}

test.each([
  [
    "the instance's host",
    "https://mail.posthouse.test",
    ["https://mail.posthouse.test"],
    "The tracking host links.shop.test is no longer verified, so links use mail.posthouse.test.",
  ],
  [
    "no tracking, because the instance has no https",
    "http://mail.posthouse.test",
    [],
    "The tracking host links.shop.test is no longer verified, so this message was not tracked.",
  ],
])(
  "scheduled mail whose tracking host broke since uses %s, and its event says so (H12)",
  async (_, baseUrl, origins, change) => {
    const { posthouse, key } = await startWithHost(baseUrl);
    try {
      const call = <T>(path: string, more: object = {}) =>
        callApi<T>(posthouse.baseUrl, path, { key, ...more });
      const send = (from: string) =>
        sendEmail(posthouse.baseUrl, key, {
          ...{ from, to: "ada@sink.test", subject: "Offer" },
          html: '<a href="https://shop.test/offer">Offer</a>',
          tracking: { opens: true, clicks: true },
          scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
        });
      const deliver = async (id: string): Promise<EmailView> => {
        await call(`/api/v1/emails/${id}`, { method: "PATCH", body: { scheduled_at: null } });
        return await until(
          async () => {
            const { body } = await call<EmailView>(`/api/v1/emails/${id}`);
            return body.status === "delivered" && body;
          },
          { what: "the delivery" },
        );
      };
      const changeOf = ({ recipients }: EmailView) =>
        recipients[0]?.events.find(({ type }) => type === "delivered")?.detail.tracking;

      const [broken, working] = [await send("news@shop.test"), await send("news@other.test")];
      // As two failed checks store it.
      await runSql(
        posthouse.databaseUrl(),
        "UPDATE tracking_domains SET verified_at = NULL, broken_at = now(), problem = 'expired' WHERE domain = 'shop.test'",
      );
      const delivered = await deliver(broken);
      expect(delivered.tracking?.host).toBe("https://links.shop.test");
      expect(changeOf(delivered)).toBe(change);
      expect(trackedOrigins()).toEqual(origins);
      expect(changeOf(await deliver(working))).toBeUndefined();
      expect(trackedOrigins()).toEqual(["https://links.other.test"]);
    } finally {
      await stopAndRemove(posthouse);
    }
  },
);
