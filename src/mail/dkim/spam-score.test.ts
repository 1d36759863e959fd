import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outputOf } from "../../../test/harness/judges/dkim/verifier.ts";
import { GOLDEN } from "../mime/golden/messages.ts";
import { buildMessage, type MessageInput } from "../mime/index.ts";
import { makeSigningKey, readPrivateKey, type SigningKey, signMessage } from "./index.ts";

const date = new Date();
/** A typical newsletter: two bodies with the same content, and an unsubscribe link. */
const newsletter: MessageInput = {
  ...(GOLDEN["plain-short"] as MessageInput),
  date,
  subject: "News from our shop",
  text: "Hello Ada,\n\nthis month we have new chairs, made of oak from the Eifel. Come and try one.\n\nYour shop\n",
  html: "<!doctype html><html><body><p>Hello Ada,</p><p>this month we have new chairs, made of oak from the Eifel. Come and try one.</p><p>Your shop</p></body></html>",
  headers: [
    ["List-Unsubscribe", "<https://mail.example.com/u/0123456789abcdef>"],
    ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
  ],
};
const references: Record<string, MessageInput> = { ...GOLDEN, newsletter };

/**
 * Rules that are not counted: they judge content and recipients, which are made up in the golden mails, not the form of the
 * message.
 */
const aboutContent = new Set(["MPART_ALT_DIFF", "SUSPICIOUS_RECIPS", "HTML_IMAGE_ONLY_04"]);

test("SpamAssassin scores our reference mails below 2", async () => {
  const directory = await mkdtemp(join(tmpdir(), "posthouse-spam-"));
  const keys = await Promise.all((["rsa", "ed25519"] as const).map(newKey));
  const files = await Promise.all(
    Object.entries(references).map(async ([name, input]) => {
      const file = join(directory, `${name}.eml`);
      await writeFile(file, await signMessage(buildMessage({ ...input, date }), { keys, date }));
      return file;
    }),
  );
  const output = await outputOf("spamassassin", ["-L", "-t", ...files]);
  await rm(directory, { recursive: true });
  const reports = output.split("Content analysis details:").slice(1);
  expect(reports).toHaveLength(files.length);
  const scores = Object.keys(references).map((name, index) => [name, scoreOf(reports[index] ?? "")]);
  expect(scores.filter(([, score]) => Number(score) >= 2)).toEqual([]);
  expect(Object.fromEntries(scores).newsletter).toBeLessThan(1);
});

async function newKey(algorithm: SigningKey["algorithm"]): Promise<SigningKey> {
  const { privateKey } = await makeSigningKey(algorithm);
  return {
    algorithm,
    domain: "mail.example.com",
    selector: algorithm,
    privateKey: readPrivateKey(privateKey),
  };
}

/** The sum of the scores in a report. Every report contains rules, because none of these mails was received by a server. */
function scoreOf(report: string): number {
  const rules = [...report.matchAll(/^\s*(-?\d+\.\d) ([A-Z][A-Z0-9_]+)/gm)];
  if (rules.length === 0) throw new Error(`a report without rules: ${report.slice(0, 500)}`);
  return rules
    .filter(([, , rule]) => !aboutContent.has(rule ?? ""))
    .reduce((sum, [, points]) => sum + Number(points), 0);
}
