import { afterAll, beforeAll, expect, test } from "vitest";
import { type DnsStub, startDnsServer } from "../../../test/harness/dns-server.ts";
import { verifyWithPerl } from "../../../test/harness/judges/dkim/mail-dkim.ts";
import { verifyWithOpendkim } from "../../../test/harness/judges/dkim/opendkim.ts";
import { verifyWithPython } from "../../../test/harness/judges/dkim/python-dkim.ts";
import { verifyWithRspamd } from "../../../test/harness/judges/dkim/rspamd.ts";
import type { Verifier } from "../../../test/harness/judges/dkim/verifier.ts";
import { GOLDEN } from "../mime/golden/messages.ts";
import { buildMessage } from "../mime/index.ts";
import { keyRecordText, makeSigningKey, readPrivateKey, type SigningKey, signMessage } from "./index.ts";

const date = new Date();
const domain = "mail.example.com";
const header = `From: The Shop <shop@${domain}>\r\nTo: ada@example.org\r\nDate: Mon, 5 Jan 2026 07:08:09 +0000\r\nMessage-ID: <1@${domain}>\r\nSubject: Hello\r\n`;
const raw = (fields: string, body: string) => Buffer.from(`${header}${fields}\r\n${body}`);

const messages: Record<string, Buffer> = {
  ...Object.fromEntries(Object.entries(GOLDEN).map(([name, input]) => [name, buildMessage(input)])),
  "empty body": raw("", ""),
  "body of empty lines": raw("", "\r\n\r\n\r\n"),
  "empty lines and blanks at the end": raw("", "Hello\r\n \t \r\n\r\n  \r\n\r\n"),
  "blanks within and at the ends of lines": raw("", " \t Hello  \t there \t\r\n\ta\t\tb\r\n"),
  "no line end at the end": raw("", "Hello\r\nthere"),
  "lines of dots": raw("", ".\r\n..\r\n.\r\nFrom here on\r\n"),
  "no-break spaces": raw("", "a\u00a0 b\u00a0\r\n\u00a0\r\n"),
  "form feeds": raw("", "a \f\v b\f\r\n\f\r\n"),
  "folded fields": raw(
    `References: ${Array.from({ length: 30 }, (_, index) => `<${index}@${domain}>`).join("\r\n\t")}\r\nX-Odd:\r\n  a\r\n\tb\r\nReply-To: \t  a@${domain} ,\r\n  b@${domain}  \r\n`,
    "Hello\r\n",
  ),
  "empty and unusual fields": raw(
    "Cc:\r\nX-Empty: \r\nMIME-version: 1.0\r\nCONTENT-TYPE: text/plain\r\nSender: a:b:c\r\n",
    "Hello\r\n",
  ),
  "8-bit text": raw(
    "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n",
    "Schöne Grüße 東京 🐎\r\n",
  ),
  "8-bit header": raw("Reply-To: Jürgen Köbes <j@example.org>\r\n", "Hello\r\n"),
  "duplicate fields": raw(
    "Reply-To: one@example.org\r\nReceived: a\r\nReceived: b\r\nReply-To:  two@example.org\r\n",
    "Hello\r\n",
  ),
  "already signed by another signer": raw(
    "DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d=example.org; s=gone; h=From; bh=AAAA; b=AAAA\r\n",
    "Hello\r\n",
  ),
  "lines of 998 octets": raw("", `${"x".repeat(998)}\r\n${"a ".repeat(499)}\r\n`),
  "a megabyte": raw("", `${"It was  a dark\tand stormy night. \r\n\r\n".repeat(28_000)}`),
};

const changes: Record<string, (message: string) => string> = {
  "a letter of the body": (message) => message.replace(/Hello Ada/, "Hello Eve"),
  "a line at the end of the body": (message) => `${message}P.S.\r\n`,
  "the subject": (message) => message.replace("\r\nSubject: Your", "\r\nSubject: Our"),
  "a second From": (message) => message.replace("\r\nFrom:", "\r\nFrom: eve@example.org\r\nFrom:"),
  "a List-Unsubscribe where there was none": (message) =>
    message.replace("\r\nFrom:", "\r\nList-Unsubscribe: <https://eve.example>\r\nFrom:"),
  "a Cc where there was none": (message) => message.replace("\r\nFrom:", "\r\nCc: eve@example.org\r\nFrom:"),
};

const keys: SigningKey[] = [];
const published = new Map<string, string>();
let dns: DnsStub;

beforeAll(async () => {
  dns = await startDnsServer({});
  for (const algorithm of ["rsa", "ed25519"] as const) {
    const { privateKey, publicKey } = await makeSigningKey(algorithm);
    keys.push({ algorithm, domain, selector: algorithm, privateKey: readPrivateKey(privateKey) });
    const name = `${algorithm}._domainkey.${domain}`;
    const text = keyRecordText({ algorithm, publicKey });
    published.set(name, text);
    dns.set(`${name} TXT`, [text.match(/.{1,255}/g)]);
  }
});
afterAll(() => dns?.close());

type VerifierCase = {
  name: string;
  verify: Verifier;
  algorithms: string[];
  /** The cases in which this verifier deviates from the RFC. */
  except?: string[];
};
const verifiers: VerifierCase[] = [
  { name: "OpenDKIM", verify: verifyWithOpendkim, algorithms: ["ed25519", "rsa"] },
  { name: "Python's dkim", verify: verifyWithPython, algorithms: ["ed25519", "rsa"] },
  { name: "Mail::DKIM", verify: verifyWithPerl, algorithms: ["rsa"] },
  // RFC 6376 §2.8: blanks are spaces and tabs. rspamd also treats form feeds as blanks.
  { name: "rspamd", verify: verifyWithRspamd, algorithms: ["ed25519", "rsa"], except: ["form feeds"] },
];

test.each(verifiers)(
  "$name verifies our signatures, and rejects them after a change of the message (E34)",
  async ({ verify, algorithms, except = [] }) => {
    const signed = await Promise.all(
      Object.values(messages).map((message) => signMessage(message, { keys, date })),
    );
    const plain = (await signMessage(messages["plain-short"] as Buffer, { keys, date })).toString("latin1");
    const changed = Object.values(changes).map((change) => Buffer.from(change(plain), "latin1"));
    for (const message of changed) expect(message.toString("latin1")).not.toBe(plain);
    const valid = await verify([...signed, ...changed].map(asOnTheWire), {
      address: dns.address,
      keys: published,
    });
    const names = [...Object.keys(messages), ...Object.keys(changes)];
    const found = names.map((name, index) => [
      name,
      valid[index]?.filter((algorithm) => algorithms.includes(algorithm)).sort(),
    ]);
    const wanted = names.map((name) => [name, name in messages ? algorithms : []]);
    const counts = ([name]: unknown[]) => !except.includes(String(name));
    expect(found.filter(counts)).toEqual(wanted.filter(counts));
  },
);

/** RFC 5321 §4.1.1.4: a message without a line end before the final dot gets one. */
function asOnTheWire(message: Buffer): Buffer {
  return message.toString("latin1").endsWith("\r\n")
    ? message
    : Buffer.concat([message, Buffer.from("\r\n")]);
}
