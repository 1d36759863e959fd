import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi, loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { hasPostfix, type Postfix, startPostfix } from "../harness/postfix.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

const reader = fileURLToPath(new URL("./read-messages.py", import.meta.url));

type Part = { length: number; sha256: string } | null;
type Message = {
  delivered_to: string;
  names: string[];
  subject: string;
  from: [string, string][];
  to: [string, string][];
  text: Part;
  html: Part;
  defects: string[];
  longest_line: number;
};

/** Line ends are CRLF in transit (RFC 5322 §2.3). All other bytes must be the same. */
function partOf(content: string): Part {
  const bytes = Buffer.from(content.replace(/\r\n|\r/g, "\n"));
  return { length: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
  await file.close();
  return buffer.toString("latin1", 0, bytesRead);
}

function readWithPython(paths: string[]): Message[] {
  const output = execFileSync("python3", [reader, ...paths], { encoding: "utf8" });
  return output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message);
}

const dots = [".", "..", ".leading", "...", ".\r", " .", "a.", ".", "QUIT", "."].join("\n");
const smuggling = [
  "\n.\n",
  "\n.\r\n",
  "\r.\r",
  "\r\n.\r",
  "\r\n.\n",
  "\r.\n",
  "\n.\r",
  "\r.\r\n",
  "\r\n.\r\n",
]
  .map(
    (end) =>
      `text${end}MAIL FROM:<evil@x.test>\r\nRCPT TO:<victim@posthouse.test>\r\nDATA\r\nSubject: evil\r\n\r\nevil`,
  )
  .join("");

const contents: [string, { html?: string; text?: string }][] = [
  ["plain", { html: "<p>Hello</p>\n", text: "Hello\n" }],
  ["text alone", { text: "Hello\n" }],
  ["text alone without a final newline, encoded", { text: "Grüße" }],
  ["no final newline (C11)", { html: "<p>Hello</p>", text: "Hello" }],
  ["several final newlines (C11)", { html: "<p>Hello</p>\n\n\n", text: "\n\nHello\n\n\n" }],
  ["8-bit", { html: "<p>Größe 3 € — 日本語 🚀</p>", text: "Größe 3 € — 日本語 🚀 \u200f\u202e" }],
  [
    "what quoted-printable quotes",
    { html: "<a href='?a=3D&b==='>=</a>", text: "trailing \t \nFrom here\n=\n" },
  ],
  ["lines of dots (C11)", { html: dots, text: dots }],
  ["a dot alone (C11)", { html: ".", text: "." }],
  ["a line of 5 MB (C11)", { html: `<p>${"é0123456789".repeat(450_000)}</p>`, text: "short" }],
  ["a million lines of one character (C11)", { html: "x\n".repeat(1_000_000), text: "short" }],
  ["lines at the limit (C10)", { text: [997, 998, 999, 1_000].map((n) => "x".repeat(n)).join("\n") }],
  ["bare CR and bare LF (C12)", { html: "a\rb\nc\r\nd\n\re\r", text: "a\rb\nc\r\nd\n\re\r" }],
  ["every way to smuggle a second message (C13)", { html: smuggling, text: smuggling }],
];

const subjects: [string, string][] = [
  ["an emoji", "🚀 Willkommen, schöne Grüße 👩‍👩‍👧‍👦"],
  ["a long subject in ASCII (C10)", "word ".repeat(190).trim()],
  ["a long subject without spaces (C10)", "x".repeat(998)],
  ["a long subject of emoji (C10)", "👩‍👩‍👧‍👦".repeat(80)],
  ["what looks encoded", "=?utf-8?q?not?= =?encoded?="],
  ["quotes and brackets", `"quoted" <angle@x.test>, (comment); a:b\\c`],
];

const senders: [string, [string, string]][] = [
  ['"Doe, Jane \\"JD\\"" <jane@posthouse.test>', ['Doe, Jane "JD"', "jane@posthouse.test"]],
  ["Jürgen Größe <j@posthouse.test>", ["Jürgen Größe", "j@posthouse.test"]],
  [`"${"Ж".repeat(60)}, @;" <zh@posthouse.test>`, [`${"Ж".repeat(60)}, @;`, "zh@posthouse.test"]],
  ["bare@posthouse.test", ["", "bare@posthouse.test"]],
];

describe.runIf(hasPostfix())("Postfix and Python read mail sent through a relay", () => {
  let postfix: Postfix;
  let posthouse: Posthouse;
  let key: string;

  beforeAll(async () => {
    postfix = await startPostfix({ domains: ["posthouse.test", "xn--bcher-kva.example"] });
    const SMTP_RELAY_URL = `smtp://127.0.0.1:${postfix.port}`;
    posthouse = await startPosthouse({
      database: await createTestDatabase(),
      env: { SMTP_RELAY_URL, DEFAULT_FROM: "Test <test@posthouse.test>" },
    });
    ({ key } = await signUpAndCreateKey(posthouse));
  });
  afterAll(async () => {
    await stopAndRemove(posthouse);
    await postfix?.stop();
  });

  let made = 0;
  /** Sends to a new mailbox and returns the message that Python reads there. */
  async function sendAndRead(body: Record<string, unknown>): Promise<Message> {
    made += 1;
    const to = `case-${made}@posthouse.test`;
    const id = await sendEmail(posthouse.baseUrl, key, { to, subject: "A test", ...body });
    await untilDelivered(id);
    const found = await readFor(to);
    expect(found).toHaveLength(1);
    return found[0]!;
  }
  async function untilDelivered(id: string): Promise<void> {
    const status = await until(
      async () => {
        const email = await loadEmail(posthouse.baseUrl, key, id);
        return ["queued", "sending"].includes(email.status) ? null : email;
      },
      { within: 30_000, what: "the delivery" },
    );
    expect(status).toMatchObject({ status: "delivered" });
    await until(async () => (await queueLength()) === 0, { what: "Postfix's queue" });
  }
  async function queueLength(): Promise<number> {
    const config = `${postfix.directory}/config`;
    const queue = execFileSync("/usr/sbin/postqueue", ["-c", config, "-j"], { encoding: "utf8" });
    return queue.split("\n").filter(Boolean).length;
  }
  /** The messages that Postfix received for the address, as parsed by Python. */
  async function readFor(to: string): Promise<Message[]> {
    const paths = await postfix.messages();
    const heads = await Promise.all(paths.map(readHead));
    const own = paths.filter((_, n) => heads[n]?.includes(`X-Original-To: ${to}\n`));
    return own.length === 0 ? [] : readWithPython(own);
  }

  test.each(contents)("%s arrives unchanged", async (_, body) => {
    const message = await sendAndRead(body);
    expect(message.defects).toEqual([]);
    expect(message.longest_line).toBeLessThanOrEqual(998);
    if (body.text !== undefined) expect(message.text).toEqual(partOf(body.text));
    expect(message.html).toEqual(body.html === undefined ? null : partOf(body.html));
  });

  test("a whole body that needs no encoding ends in a line end, since SMTP knows no other (C11)", async () => {
    // RFC 5321 §4.1.1.4: an unencoded body can only end in CRLF. Encoding it only for this would have no benefit.
    expect((await sendAndRead({ text: "Hello" })).text).toEqual(partOf("Hello\n"));
  });

  test.each(subjects)("the subject: %s", async (_, subject) => {
    const message = await sendAndRead({ subject, text: "x" });
    expect(message).toMatchObject({ subject, defects: [] });
    expect(message.longest_line).toBeLessThanOrEqual(998);
  });

  test.each(senders)("the sender %s", async (from, parsed) => {
    expect(await sendAndRead({ from, text: "x" })).toMatchObject({ from: [parsed], defects: [] });
  });

  test("an internationalised domain arrives as A-label, a name in any script as it is (C8)", async () => {
    const id = await sendEmail(posthouse.baseUrl, key, {
      to: ["Émile, der „Bücherwurm“ <idn@bücher.example>"].map((to) => to.replace(/^(.*) </, '"$1" <')),
      subject: "IDN",
      text: "x",
    });
    await untilDelivered(id);
    const [message] = await readFor("idn@xn--bcher-kva.example");
    expect(message).toMatchObject({
      delivered_to: "idn@xn--bcher-kva.example",
      to: [["Émile, der „Bücherwurm“", "idn@xn--bcher-kva.example"]],
      defects: [],
    });
  });

  test.each([
    "\r\nBcc: victim@posthouse.test",
    "\nX-Evil: 1",
    "\r\r\n\r\nbody",
    "\u2028X-Evil: 1",
    "\u0085X-Evil: 1",
    "\0",
  ])("%j after a subject or a name adds no header: it is refused or encoded (C1)", async (injection) => {
    const subject = `harmless${injection}`;
    const from = `"harmless${injection}" <test@posthouse.test>`;
    for (const body of [
      { subject, text: "x" },
      { subject: "C1", from, text: "x" },
    ]) {
      made += 1;
      const to = `case-${made}@posthouse.test`;
      const answer = await callApi<{ id: string }>(posthouse.baseUrl, "/api/v1/send", {
        key,
        body: { to, ...body },
      });
      expect([200, 422]).toContain(answer.status);
      if (answer.status === 422) continue;
      await untilDelivered(answer.body.id);
      const [message] = await readFor(to);
      expect(message?.defects).toEqual([]);
      expect(message?.names).not.toContain("x-evil");
      expect(message?.names).not.toContain("bcc");
    }
  });

  test("no other mailbox received anything (C13)", async () => {
    const heads = await Promise.all((await postfix.messages()).map(readHead));
    const strangers = heads.filter((head) => !/^X-Original-To: (case-|idn@)/m.test(head));
    expect(heads.length).toBeGreaterThan(0);
    expect(strangers).toEqual([]);
  });
});
