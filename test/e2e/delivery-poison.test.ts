import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/index.ts";
import { loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

test("F24 an email that ends every worker that touches it is given up after three; others flow", async () => {
  const sink = await startSmtpSink();
  const posthouse = await startPosthouse({
    env: { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, DEFAULT_FROM: "test@posthouse.test" },
  });
  const database = openDatabase(posthouse.databaseUrl(), { max: 1 });
  try {
    let ended = 0;
    sink.setScript({
      rcpt: async ({ address }) => {
        if (!address.startsWith("poison")) return undefined;
        ended += 1;
        await posthouse.kill("worker");
        // The leases of the dead worker end at once, instead of in 20 seconds.
        await database.pool.query("UPDATE recipients SET due_at = now() WHERE state = 'sending'");
        return undefined;
      },
    });
    const { key } = await signUpAndCreateKey(posthouse);
    const send = (to: string) => sendEmail(posthouse.baseUrl, key, { to, subject: `To ${to}`, text: "x" });
    const stateOf = async (id: string) =>
      (await loadEmail(posthouse.baseUrl, key, id).catch(() => null))?.recipients[0];
    const before = await Promise.all([1, 2, 3].map((n) => send(`before${n}@sink.test`)));
    const poison = await send("poison@sink.test");
    const after = await Promise.all([1, 2, 3].map((n) => send(`after${n}@sink.test`)));
    const given = await until(
      async () => {
        const recipient = await stateOf(poison);
        return recipient?.state === "uncertain" && recipient.next_attempt_at === null ? recipient : null;
      },
      { within: 60_000, what: "the poison to be given up" },
    );
    expect(ended).toBe(3);
    expect(given.events.at(-1)?.detail.reason).toMatch(/^poison: three workers ended/);
    for (const id of [...before, ...after, await send("later@sink.test")])
      await until(async () => (await stateOf(id))?.state === "delivered", {
        within: 30_000,
        what: "the others to flow",
      });
    expect(ended).toBe(3);
  } finally {
    await database.close();
    await stopAndRemove(posthouse);
    await sink.close();
  }
});
