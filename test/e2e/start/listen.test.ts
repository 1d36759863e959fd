/** `posthouse listen`, run as by a developer: a program on this machine gets signed requests without a public address. */
import { tmpdir } from "node:os";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { createTestDatabase } from "../../harness/database.ts";
import { nodePath } from "../../harness/node-path.ts";
import { freePort, type Posthouse, program, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { until } from "../../harness/until.ts";
import { startWebhookReceiver } from "../../harness/webhook-receiver.ts";
import { interrupt, type Run, runCommand } from "./run-command.ts";

let server: Posthouse;
let key: string;
let local: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeAll(async () => {
  local = await startWebhookReceiver();
  server = await startPosthouse({ database: await createTestDatabase(), env: { WEBHOOKS_TO_PRIVATE: "on" } });
  ({ key } = await signUpAndCreateKey(server));
});
afterAll(async () => {
  await stopAndRemove(server);
  await local.close();
});

const start = (...args: string[]): Run =>
  runCommand([nodePath, program, "listen", ...args], {
    cwd: tmpdir(),
    env: { POSTHOUSE_URL: server.baseUrl, POSTHOUSE_API_KEY: key },
  });
const send = (subject: string) =>
  sendEmail(server.baseUrl, key, { to: "ada@example.com", subject, text: "x" });
const got = (emailId: string) => local.received.filter((request) => request.emailId === emailId);

test("events and replays reach the local program with valid signatures, and Ctrl-C ends it", async () => {
  const webhook = await callApi<{ id: string }>(server.baseUrl, "/api/v1/webhooks", {
    key,
    body: { url: local.url.replace("/hook", "/elsewhere") },
  });
  const run = start("--forward", local.url, "--types", "email.captured");
  await run.says("Signing secret: whsec_");
  const secret = /whsec_\S+/.exec(run.output())?.[0] ?? "";
  const emailId = await send("Heard");
  // One from the webhook, one from the command.
  await until(() => got(emailId).length === 2, { what: "the event" });
  const isSigned = ({ body, headers }: (typeof local.received)[number]) => {
    try {
      return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  };
  expect(got(emailId).filter(isSigned)).toHaveLength(1);
  const [event] = got(emailId);
  await until(
    async () =>
      (
        await callApi(server.baseUrl, `/api/v1/webhooks/${webhook.body.id}/replay`, {
          key,
          body: { event_id: event?.id },
        })
      ).status === 200,
    { what: "the replay" },
  );
  await until(() => got(emailId).filter(isSigned).length === 2, { what: "the replay" });
  expect(got(emailId).every(({ id, body }) => id === event?.id && body === event?.body)).toBe(true);
  await run.says("(replay)");
  expect(run.output()).toMatch(/200 {2}\d+ ms {2}email\.captured/);
  await interrupt(run);
  expect((await run.ended).code).toBe(0);
});

test("with --json each line has the payload; a program that is not there is an error, and the next event follows", async () => {
  const run = start("--forward", `http://127.0.0.1:${await freePort()}/hook`, "--json");
  await run.says("Signing secret");
  const first = await send("One");
  await run.says("connection refused");
  const second = await send("Two");
  await run.says(second);
  await interrupt(run);
  const { stdout, code } = await run.ended;
  expect(code).toBe(0);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { subject_id: string });
  expect(lines.map(({ subject_id }) => subject_id)).toEqual([first, second]);
  expect(lines[0]).toMatchObject({
    type: "email.captured",
    status: null,
    error: "connection refused",
    replay: false,
    payload: { data: { subject: "One" } },
  });
});

test("a server that is killed and restarts does not end it, and no event is missed", async () => {
  const run = start("--forward", local.url);
  await run.says("Signing secret");
  for (const pid of server.rolePids("api")) process.kill(pid, "SIGKILL");
  await until(async () => (await fetch(`${server.baseUrl}/readyz`).catch(() => null))?.ok ?? false, {
    what: "the API to be back",
    within: 40_000,
  });
  const emailId = await send("After");
  await run.says(emailId);
  await interrupt(run);
  expect((await run.ended).code).toBe(0);
});

test("with --format sendgrid, the local program gets SendGrid's bodies and signature", async () => {
  const run = start("--forward", local.url, "--format", "sendgrid", "--types", "email.captured,email.queued");
  await run.says("SendGrid public key: MFkw");
  await run.says(
    "email.queued and email.scheduled exist only while a webhook of the account names one of them",
  );
  const emailId = await send("In another format");
  await run.says(emailId);
  const inFormat = local.received.filter(({ body }) => body.startsWith("["));
  expect(inFormat.map(({ headers }) => headers["x-twilio-email-event-webhook-signature"])).toEqual([
    expect.stringMatching(/^ME/),
  ]);
  await interrupt(run);
  expect((await run.ended).code).toBe(0);
});

test.each([
  [["--forward", "localhost:8080"], "--forward takes a URL such as http://localhost:8080/hook"],
  [["--types", "email.bouncd"], "types: email.bouncd is not known; use email.queued, "],
  [["--format", "mailgun"], "--format takes posthouse, resend, postmark, sendgrid, not mailgun"],
])("%j is refused", async (args, message) => {
  const { code, stderr } = await start(...args).ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});
