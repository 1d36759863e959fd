/**
 * A typical alternative, in its own process: `node sender.ts plain|pg-boss PORT SINK_PORT [DATABASE_URL]` responds to POST with 200
 * and an id once the mail is in the transport's memory, or in pg-boss's table, and sends it through nodemailer's pool.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { PgBoss } from "pg-boss";

type Mail = { from: string; to: string[]; subject: string; text: string; html: string };

const [kind, port, sinkPort, databaseUrl = ""] = process.argv.slice(2);
const QUEUE = "mail";
const RETRY_SECONDS = 1;
/** As short as Posthouse's leases; pg-boss's default of 15 minutes would only prolong the run. */
const EXPIRE_IN_SECONDS = 20;
const CONNECTIONS = 20;

const transport = createTransport({
  host: "127.0.0.1",
  port: Number(sinkPort),
  pool: true,
  maxConnections: CONNECTIONS,
  ignoreTLS: true,
});
const accept = kind === "plain" ? sendFromMemory : await acceptIntoBoss();

createServer(async (request, response) => {
  const mail: Mail = JSON.parse(Buffer.concat(await request.toArray()).toString());
  try {
    await accept({ ...mail, from: "proof@posthouse.test" });
    response.end(JSON.stringify({ id: randomUUID() }));
  } catch {
    response.writeHead(503).end();
  }
}).listen(Number(port), "127.0.0.1");

async function sendFromMemory(mail: Mail): Promise<void> {
  void untilSent(mail);
}

async function untilSent(mail: Mail): Promise<void> {
  while (!(await transport.sendMail(mail).catch(() => null))) await pause(RETRY_SECONDS * 1_000);
}

async function acceptIntoBoss(): Promise<(mail: Mail) => Promise<void>> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on("error", () => undefined);
  await boss.start();
  const retries = { retryLimit: 1_000, retryDelay: RETRY_SECONDS, expireInSeconds: EXPIRE_IN_SECONDS };
  await boss.createQueue(QUEUE, retries);
  const options = { batchSize: 1, localConcurrency: CONNECTIONS, pollingIntervalSeconds: 0.5 };
  await boss.work<Mail>(QUEUE, options, async (jobs) => {
    for (const { data } of jobs) await transport.sendMail(data);
  });
  return async (mail) => void (await boss.send(QUEUE, mail));
}
