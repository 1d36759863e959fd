import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { readWithPython } from "../harness/judges/python-judge.ts";
import { hasPostfix, type Postfix, startPostfix } from "../harness/postfix.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { TEST_CERTIFICATE } from "../harness/smtp-certificate.ts";
import { until } from "../harness/until.ts";

let posthouse: Posthouse;
let account: Account;
let directory: string;
let ports: { starttls: number; implicit: number };
let caFile: string;
let messageFile: string;
/** swaks adds the last line end itself. */
let swaksFile: string;

/** The message for clients: CRLF, a folded field, 8-bit text, lines that begin with dots, a final newline. */
const message = [
  "From: =?utf-8?q?Ad=C3=A1?= <ada@example.com>",
  "To: bob@example.net",
  "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe_von?=",
  " =?utf-8?q?_weit_weg?=",
  "Message-ID: <from-a-client@example.com>",
  "Date: Sat, 21 Nov 2026 12:00:00 +0100",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: 8bit",
  "",
  "Größe: 3 €",
  ".",
  "..",
  ".leading",
  "From here",
  "",
  "end",
  "",
].join("\r\n");

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "clients-"));
  await chmod(directory, 0o755);
  caFile = join(directory, "ca.pem");
  const keyFile = join(directory, "key.pem");
  messageFile = join(directory, "message.eml");
  await writeFile(caFile, TEST_CERTIFICATE.cert);
  await writeFile(keyFile, TEST_CERTIFICATE.key);
  swaksFile = join(directory, "swaks.eml");
  await writeFile(messageFile, message);
  await writeFile(swaksFile, message.replace(/\r\n$/, ""));
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    roles: "all",
    env: { SMTP_TLS_CERT: caFile, SMTP_TLS_KEY: keyFile },
  });
  ports = await until(() => posthouse.findSmtpPorts(), { what: "SMTP" });
  account = await signUpAndCreateKey(posthouse);
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await rm(directory, { recursive: true, force: true });
});

/** Runs a client. If it fails, throws an error with its output. */
async function run(
  command: string,
  args: string[],
  { input = "", env = {} }: { input?: string | Buffer; env?: Record<string, string> } = {},
): Promise<string> {
  const { PATH } = process.env;
  const child = spawn(command, args, { env: { PATH, HOME: directory, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}`);
  return said;
}

type Listed = { emails: { id: string; subject: string; to: string[] }[] };

/** Returns the only message for this recipient from the inbox. */
async function captured(recipient: string): Promise<string> {
  const { cookie } = account;
  const id = await until(
    async () => {
      const { body } = await callApi<Listed>(posthouse.baseUrl, "/api/emails", { cookie });
      return body.emails.find((email) => JSON.stringify(email).includes(recipient))?.id;
    },
    { what: `the mail to ${recipient}` },
  );
  const answer = await fetch(`${posthouse.baseUrl}/api/emails/${id}/source`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString("latin1");
}

/** Removes the trace field, of which there must be exactly one. */
function withoutTrace(raw: string): string {
  const trace = /^Received: by localhost \(Posthouse\) with ESMTPSA id \S+;\r\n\t[^\r]+\r\n/;
  expect(raw).toMatch(trace);
  return raw.replace(trace, "");
}

const expected = Buffer.from(message).toString("latin1");
let made = 0;
function recipient(): string {
  made += 1;
  return `bob-${made}@example.net`;
}

describe("common SMTP clients", () => {
  test.each(["--tls", "--tlsc"])("swaks %s", async (tls) => {
    const to = recipient();
    const port = tls === "--tls" ? ports.starttls : ports.implicit;
    await run("swaks", [
      ...["--server", `127.0.0.1:${port}`, tls, "--from", "ada@example.com", "--to", to],
      ...["--auth-user", "posthouse", "--auth-password", account.key, "--data", `@${swaksFile}`],
    ]);
    expect(withoutTrace(await captured(to))).toBe(expected);
  });

  test.each(["smtp", "smtps"])("curl %s", async (scheme) => {
    const to = recipient();
    const port = scheme === "smtp" ? ports.starttls : ports.implicit;
    await run("curl", [
      ...["-sS", "--ssl-reqd", "--cacert", caFile, "--user", `posthouse:${account.key}`],
      ...["--mail-from", "ada@example.com", "--mail-rcpt", to, "-T", messageFile],
      `${scheme}://localhost:${port}/client.test`,
    ]);
    expect(withoutTrace(await captured(to))).toBe(expected);
  });

  test.each(["on", "off"])("msmtp with STARTTLS %s", async (starttls) => {
    const to = recipient();
    const port = starttls === "on" ? ports.starttls : ports.implicit;
    await run(
      "msmtp",
      [
        ...["--host=localhost", `--port=${port}`, "--tls=on", `--tls-starttls=${starttls}`],
        ...[`--tls-trust-file=${caFile}`, "--auth=plain", "--user=posthouse"],
        ...["--passwordeval=printenv KEY", "--from=ada@example.com", "--", to],
      ],
      // msmtp expects Unix line ends.
      { input: message.replaceAll("\r\n", "\n"), env: { KEY: account.key } },
    );
    expect(withoutTrace(await captured(to))).toBe(expected);
  });

  test.each(["smtp", "smtps"])("s-nail %s", async (scheme) => {
    const to = recipient();
    const port = scheme === "smtp" ? ports.starttls : ports.implicit;
    const settings = [
      "v15-compat=yes",
      `mta=${scheme}://posthouse:${encodeURIComponent(account.key)}@localhost:${port}`,
      "smtp-use-starttls",
      "smtp-auth=login",
      `tls-ca-file=${caFile}`,
      "tls-verify=strict",
      "from=ada@example.com",
    ];
    await run(
      "s-nail",
      [...["-:/", "-s", "Grüße von weit weg"], ...settings.map((setting) => `-S${setting}`), to],
      { input: "Größe: 3 €\n.leading\n", env: { LC_ALL: "C.UTF-8" } },
    );
    const raw = withoutTrace(await captured(to));
    expect(raw).toMatch(/^From: ada@example\.com\r\n/m);
    expect(raw).toContain(".leading\r\n");
  });

  test.each(["starttls", "implicit"] as const)("Python smtplib, %s", async (tls) => {
    const to = recipient();
    const script = `
import os, smtplib, ssl, sys
port, tls, ca, sender, to, path = sys.argv[1:]
context = ssl.create_default_context(cafile=ca)
raw = open(path, "rb").read()
if tls == "implicit":
    client = smtplib.SMTP_SSL("localhost", int(port), context=context)
else:
    client = smtplib.SMTP("localhost", int(port))
    client.starttls(context=context)
client.login("posthouse", os.environ["KEY"])
client.sendmail(sender, [to], raw, mail_options=["BODY=8BITMIME"])
client.quit()
`;
    const args = ["-c", script, String(ports[tls]), tls, caFile, "ada@example.com", to, messageFile];
    await run("python3", args, { env: { KEY: account.key } });
    expect(withoutTrace(await captured(to))).toBe(expected);
  });

  test.each(["starttls", "implicit"] as const)("Nodemailer, %s, with a pool", async (tls) => {
    const transport = createTransport({
      host: "localhost",
      port: ports[tls],
      secure: tls === "implicit",
      requireTLS: true,
      pool: true,
      maxConnections: 1,
      auth: { user: account.key.slice(0, 11), pass: account.key },
      tls: { ca: TEST_CERTIFICATE.cert },
    });
    const several = [recipient(), recipient(), recipient()];
    const sent = await Promise.all(
      several.map((to) => transport.sendMail({ envelope: { from: "ada@example.com", to }, raw: message })),
    );
    transport.close();
    for (const { response } of sent) expect(response).toMatch(/^250 2\.0\.0 queued as [0-9a-f-]{36}$/);
    for (const to of several) expect(withoutTrace(await captured(to))).toBe(expected);
  });

  /** A message as programs write it: each paragraph is one line, and the name lacks the quotes that RFC 5322 requires. */
  const longLine = "Eine sehr lange Zeile, wie Programme sie schreiben, mit Größe und 3 €. "
    .repeat(40)
    .trimEnd();
  const longMessage = [
    'From: Acme, Inc. "West" (Support) <ada@example.com>',
    "To: Bob <bob@example.net>",
    "Subject: long",
    "Message-ID: <long@example.com>",
    "Date: Sat, 21 Nov 2026 12:00:00 +0100",
    "",
    longLine,
    ".dot",
    "end",
    "",
  ].join("\r\n");
  type Change = { from: string; changes: string[]; text: string };

  const sendLong: Record<string, (to: string) => Promise<unknown>> = {
    swaks: async (to) => {
      const file = join(directory, "long-swaks.eml");
      await writeFile(file, longMessage.replace(/\r\n$/, ""));
      return await run("swaks", [
        ...["--server", `127.0.0.1:${ports.starttls}`, "--tls", "--from", "ada@example.com", "--to", to],
        ...["--auth-user", "posthouse", "--auth-password", account.key, "--data", `@${file}`],
      ]);
    },
    curl: async (to) => {
      const file = join(directory, "long.eml");
      await writeFile(file, longMessage);
      return await run("curl", [
        ...["-sS", "--ssl-reqd", "--cacert", caFile, "--user", `posthouse:${account.key}`],
        ...["--mail-from", "ada@example.com", "--mail-rcpt", to, "-T", file],
        `smtps://localhost:${ports.implicit}/client.test`,
      ]);
    },
    msmtp: (to) =>
      run(
        "msmtp",
        [
          ...["--host=localhost", `--port=${ports.implicit}`, "--tls=on", "--tls-starttls=off"],
          ...[`--tls-trust-file=${caFile}`, "--auth=plain", "--user=posthouse"],
          ...["--passwordeval=printenv KEY", "--from=ada@example.com", "--", to],
        ],
        { input: longMessage.replaceAll("\r\n", "\n"), env: { KEY: account.key } },
      ),
    "Python smtplib": async (to) => {
      const file = join(directory, "long-python.eml");
      await writeFile(file, longMessage);
      const script = `
import os, smtplib, ssl, sys
client = smtplib.SMTP_SSL("localhost", int(sys.argv[1]), context=ssl.create_default_context(cafile=sys.argv[2]))
client.login("posthouse", os.environ["KEY"])
client.sendmail("ada@example.com", [sys.argv[3]], open(sys.argv[4], "rb").read())
client.quit()
`;
      const args = ["-c", script, String(ports.implicit), caFile, to, file];
      return await run("python3", args, { env: { KEY: account.key } });
    },
    nodemailer: async (to) => {
      const transport = createTransport({
        host: "localhost",
        port: ports.implicit,
        secure: true,
        auth: { user: "posthouse", pass: account.key },
        tls: { ca: TEST_CERTIFICATE.cert },
      });
      await transport.sendMail({ envelope: { from: "ada@example.com", to }, raw: longMessage });
    },
  };

  test.each(Object.keys(sendLong))(
    "%s sends lines over 998 octets and an odd name: the content is unchanged, and the email lists the changes",
    async (client) => {
      const to = recipient();
      await sendLong[client]?.(to);
      const raw = await captured(to);
      expect(raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
      const [read] = await readWithPython([Buffer.from(raw, "latin1")]);
      // The From field is sent unchanged, without the quotes that Python expects.
      expect(read?.defects.filter((defect) => !defect.startsWith("From "))).toEqual([]);
      expect(read?.plain?.replaceAll("\r\n", "\n")).toBe(`${longLine}\n.dot\nend\n`);
      const { cookie } = account;
      const { body } = await callApi<Listed>(posthouse.baseUrl, "/api/emails", { cookie });
      const id = body.emails.find((email) => JSON.stringify(email).includes(to))?.id;
      const detail = await callApi<Change>(posthouse.baseUrl, `/api/emails/${id}`, { cookie });
      expect(detail.body).toMatchObject({
        from: '"Acme, Inc. \\"West\\" (Support)" <ada@example.com>',
        changes: ["Lines over 998 octets were re-encoded as quoted-printable (RFC 5322 §2.1.1)."],
      });
    },
  );

  test("a key that refuses long lines replies 550", async () => {
    const { cookie } = account;
    const key = await callApi<{ key: string; long_lines: string }>(posthouse.baseUrl, "/api/keys", {
      method: "POST",
      cookie,
      body: { name: "Strict", permission: "send", long_lines: "refuse" },
    });
    expect(key.body.long_lines).toBe("refuse");
    const transport = createTransport({
      host: "localhost",
      port: ports.implicit,
      secure: true,
      auth: { user: "posthouse", pass: key.body.key },
      tls: { ca: TEST_CERTIFICATE.cert },
    });
    const envelope = { from: "ada@example.com", to: recipient() };
    await expect(transport.sendMail({ envelope, raw: longMessage })).rejects.toThrow(
      /550 5\.6\.0 A line has/,
    );
    await transport.sendMail({ envelope, raw: message });
  });

  test("a message written by Nodemailer arrives with its attachment", async () => {
    const to = recipient();
    const transport = createTransport({
      host: "localhost",
      port: ports.implicit,
      secure: true,
      auth: { user: "posthouse", pass: account.key },
      tls: { ca: TEST_CERTIFICATE.cert },
    });
    await transport.sendMail({
      from: "Adá <ada@example.com>",
      to,
      bcc: "hidden@example.net",
      subject: "Grüße",
      text: "Größe",
      attachments: [{ filename: "größe.txt", content: Buffer.alloc(100_000, "x") }],
    });
    const raw = await captured(to);
    expect(raw).toContain("multipart/mixed");
    expect(raw).not.toMatch(/hidden@/);
  });
});

describe.runIf(hasPostfix())("Postfix as a client that relays everything here", () => {
  let postfix: Postfix;
  let passwords: string;

  beforeAll(async () => {
    passwords = join(directory, "passwords");
    await writeFile(passwords, `[localhost]:${ports.starttls} posthouse:${account.key}\n`);
    postfix = await startPostfix({
      relayTo: `localhost:${ports.starttls}`,
      settings: {
        smtp_sasl_auth_enable: "yes",
        smtp_sasl_password_maps: `texthash:${passwords}`,
        smtp_sasl_security_options: "noanonymous",
        smtp_tls_security_level: "secure",
        smtp_tls_secure_cert_match: "localhost",
        smtp_tls_CAfile: caFile,
        smtp_host_lookup: "native",
      },
    });
  });
  afterAll(() => postfix?.stop());

  test("mail arrives with Postfix's trace below that of Posthouse", async () => {
    const to = recipient();
    await run("swaks", [
      ...["--server", `127.0.0.1:${postfix.port}`, "--from", "ada@example.com", "--to", to],
      ...["--data", `@${swaksFile}`],
    ]);
    const raw = await captured(to).catch(async (error) => {
      throw new Error(`${error}\n${await postfix.log()}`);
    });
    const rest = withoutTrace(raw);
    expect(rest).toMatch(/^Received: from [\s\S]*by mx\.posthouse\.test \(Postfix\)/);
    expect(rest.endsWith(expected.slice(expected.indexOf("From:")))).toBe(true);
    expect(await readFile(join(postfix.directory, "log"), "utf8")).toMatch(
      /status=sent \(250 2\.0\.0 queued as/,
    );
  });

  test("Postfix bounces refused mail with the text of Posthouse's reply", async () => {
    const broken = join(directory, "broken.eml");
    await writeFile(
      broken,
      message.replace(/^From:/, "X-From:").replace("Message-ID", "From: a@x.test, b@x.test\r\nMessage-ID"),
    );
    await run("swaks", [
      ...["--server", `127.0.0.1:${postfix.port}`, "--from", "ada@example.com", "--to", recipient()],
      ...["--data", `@${broken}`],
    ]);
    await until(async () => /status=bounced .*550 5\.6\.0 From:/.test(await postfix.log()), {
      what: "the bounce",
    });
  });
});
