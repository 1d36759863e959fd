import { expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/index.ts";
import { loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

test("an email that crashes every worker is failed with all its recipients; other mail flows (F24)", async () => {
  const sink = await startSmtpSink();
  const posthouse = await startPosthouse({
    env: { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, DEFAULT_FROM: "test@posthouse.test" },
  });
  const database = openDatabase(posthouse.databaseUrl(), { max: 1 });
  try {
    const ended = new Set<number>();
    const deadly = new Set<number>();
    sink.setScript({
      rcpt: async ({ address, connection }) => {
        if (!address.startsWith("poison") || deadly.has(connection)) return undefined;
        deadly.add(connection);
        // Two conversations of one worker end it once.
        for (const pid of await posthouse.kill("worker")) ended.add(pid);
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
    const poison = await sendEmail(posthouse.baseUrl, key, {
      to: Array.from({ length: 60 }, (_, n) => `poison${n}@sink.test`),
      subject: "Poison for sixty",
      text: "x",
    });
    const after = await Promise.all([1, 2, 3].map((n) => send(`after${n}@sink.test`)));
    const given = await until(
      async () => {
        const { recipients } = await loadEmail(posthouse.baseUrl, key, poison);
        const isOver = recipients.every(
          ({ state, next_attempt_at }) => state === "uncertain" && next_attempt_at === null,
        );
        return isOver ? recipients : null;
      },
      { within: 120_000, every: 250, what: "the poison to be given up" },
    );
    // Twice with other mail and three times alone, not once for each of its recipients.
    expect(ended.size).toBeLessThanOrEqual(7);
    for (const { events } of given) expect(events.at(-1)?.detail.reason).toMatch(/^poison: workers crashed/);
    const total = ended.size;
    // Recipients whose worker ended at the dot are retried after 15 minutes.
    await database.pool.query(
      "UPDATE recipients SET due_at = now() WHERE state = 'uncertain' AND due_at IS NOT NULL",
    );
    for (const id of [...before, ...after, await send("later@sink.test")])
      await until(async () => (await stateOf(id))?.state === "delivered", {
        within: 30_000,
        what: "the others to flow",
      });
    expect(ended.size).toBe(total);
  } finally {
    await database.close();
    await stopAndRemove(posthouse);
    await sink.close();
  }
});
