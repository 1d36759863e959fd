import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { ReturnPaths } from "../../src/features/delivery/index.ts";
import { dsn } from "../../src/features/inbound/inbound-world.fixture.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../../src/platform/secrets/index.ts";
import { inbound } from "../../src/processes/inbound.ts";
import { callApi, loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase, runSql, type TestDatabase } from "../harness/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../harness/database-proxy.ts";
import { deliverInbound, greetInbound } from "../harness/inbound-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import type { RawSmtp } from "../harness/raw-smtp.ts";
import { startRole } from "../harness/services.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

const domain = "bounces.posthouse.test";
const SECRET_KEY = "s".repeat(40);
const returnPaths = new ReturnPaths({
  secrets: openInstanceSecrets({ dataDir: "/nowhere", key: SECRET_KEY }),
});
const settings = { INBOUND_PORT: "0", RETURN_PATH_DOMAIN: domain, SECRET_KEY };

describe("the whole program", () => {
  let posthouse: Posthouse | undefined;
  let sink: SmtpSink | undefined;
  afterAll(async () => {
    await stopAndRemove(posthouse);
    await sink?.close();
  });

  test("a bounce appears in the API, suppresses the address, and stops the next email to it", async () => {
    sink = await startSmtpSink();
    posthouse = await startPosthouse({
      database: await createTestDatabase(),
      roles: "all",
      env: {
        ...settings,
        SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
        DEFAULT_FROM: "t@posthouse.test",
        ALERT_EMAIL: "ops@example.com",
      },
    });
    const { baseUrl } = posthouse;
    expect(posthouse.rolePids("inbound")).toEqual(posthouse.rolePids("smtp"));
    const { key } = await signUpAndCreateKey(posthouse);
    const email = { to: "gone@elsewhere.test", subject: "Hello", text: "x" };
    const send = async (state: string) => {
      const id = await sendEmail(baseUrl, key, email);
      await until(async () => (await loadEmail(baseUrl, key, id)).status === state, {
        within: 30_000,
        what: state,
      });
      return id;
    };
    const emailId = await send("delivered");
    const to = [sink.messages[0]?.from ?? ""];
    expect(to[0]).toMatch(/^b[a-z2-7]{55}@bounces\.posthouse\.test$/);
    const mx = await greetInbound(posthouse.inboundPort());
    expect(await deliverInbound(mx, { to, message: dsn({ recipient: email.to }) })).toMatch(
      /^250 2\.0\.0 kept/,
    );
    mx.destroy();
    const bounced = await until(
      async () => {
        const { recipients } = await loadEmail(baseUrl, key, emailId);
        return recipients[0]?.events.find(({ type }) => type === "bounced");
      },
      { within: 30_000, what: "the bounce" },
    );
    expect(bounced.detail).toMatchObject({ late: true, bounce: "hard", enhanced: "5.1.1" });
    expect((await loadEmail(baseUrl, key, emailId)).status).toBe("bounced");
    const { body } = await callApi<{ suppressions: object[] }>(baseUrl, "/api/v1/suppressions", { key });
    expect(body.suppressions).toMatchObject([{ address: email.to, reason: "hard_bounce" }]);
    await send("suppressed");
    expect(sink.messages).toHaveLength(1);
  });

  test("mail to postmaster is forwarded to ALERT_EMAIL, with its envelope sender", async () => {
    if (!posthouse || !sink) throw new Error("it runs no longer");
    const mx = await greetInbound(posthouse.inboundPort());
    const message = "From: ada@elsewhere.test\r\nSubject: Your mail\r\n\r\nStop it.\r\n";
    const from = "ada@elsewhere.test";
    expect(await deliverInbound(mx, { from, to: ["postmaster"], message })).toMatch(/^250 2\.0\.0 kept/);
    mx.destroy();
    const forwarded = await until(async () => sink?.messages[1], { within: 30_000, what: "it to go on" });
    expect(forwarded.recipients).toEqual(["ops@example.com"]);
    const text = forwarded.raw.toString();
    expect(text).toMatch(/^X-Loop: posthouse\r$/m);
    expect(text.replace(/\s/g, "")).toContain(
      Buffer.from(`Return-Path: <${from}>\r\n${message}\r\n`).toString("base64"),
    );
  });
});

describe("with a database that is slow, away or full", () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let role: Awaited<ReturnType<typeof startRole>>;
  let dataDir: string;
  let client: RawSmtp;
  const to = [returnPaths.addressFor({ accountNumber: 1, emailId: newId(), position: 0, domain })];
  const bring = () => deliverInbound(client, { to, message: dsn({ recipient: "a@b.test" }) });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "inbound-"));
    database = await createTestDatabase();
    proxy = await startDatabaseProxy(database.connectionString);
    const config = loadConfig({ ...settings, DATABASE_URL: proxy.connectionString, DATA_DIR: dataDir });
    role = await startRole(inbound, config);
    client = await greetInbound(Number(role.url));
  });
  afterAll(async () => {
    client.destroy();
    await role.stop();
    await proxy.close();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  test("250 comes after the commit, however long that takes (D13)", async () => {
    expect(await bring()).toMatch(/^250/);
    proxy.hold();
    const reply = bring();
    let isAnswered = false;
    void reply.then(() => {
      isAnswered = true;
    });
    await until(() => proxy.held > 0, { what: "the answer of the database" });
    expect(isAnswered).toBe(false);
    proxy.release();
    expect(await reply).toMatch(/^250/);
  });

  test("without one it is 451, and mail is taken again when it is back (D14)", async () => {
    proxy.cut();
    expect(await bring()).toMatch(/^451 4\.3\.0/);
    proxy.mend();
    await until(async () => (await bring()).startsWith("250"), {
      within: 30_000,
      what: "mail to be taken again",
    });
  });

  test("a full disk is 452 4.3.1 (D15)", async () => {
    await runSql(
      database.connectionString,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON inbound_messages EXECUTE FUNCTION full_disk()`,
    );
    expect(await bring()).toMatch(/^452 4\.3\.1 /);
    await runSql(database.connectionString, "DROP TRIGGER full_disk ON inbound_messages");
    expect(await bring()).toMatch(/^250/);
  });
});
