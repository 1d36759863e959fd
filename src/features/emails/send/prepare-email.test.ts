import { describe, expect, test } from "vitest";
import { AppError } from "../../../platform/errors/index.ts";
import type { NewEmail } from "../new-email.ts";
import type { SendRequest } from "../schema/send-schema.ts";
import { prepareEmail } from "./prepare-email.ts";

const sender = {
  accountId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  keyId: 7,
  limits: null,
};
const resolved = { defaultFrom: "Ada <ada@example.com>", attachments: [], scheduledAt: null };
const tryToPrepare = (request: Partial<SendRequest>) =>
  prepareEmail({ to: "bob@example.net", subject: "Hello", html: "<p>Hi</p>", ...request }, sender, resolved);

function prepare(request: Partial<SendRequest>): NewEmail {
  const email = tryToPrepare(request);
  if (email instanceof AppError) throw email;
  return email;
}

function errorsIn(request: Partial<SendRequest>) {
  const error = tryToPrepare(request);
  if (error instanceof AppError && error.code === "validation_failed")
    return error.fields?.map(({ path }) => path);
  throw new Error("the request was not rejected");
}

describe("prepareEmail", () => {
  test("fixes every value on which the message's bytes depend", () => {
    const email = prepare({ reply_to: "Help <help@example.com>" });
    expect(email).toMatchObject({
      accountId: sender.accountId,
      apiKeyId: 7,
      from: { address: "ada@example.com", name: "Ada" },
      to: [{ address: "bob@example.net", name: null }],
      replyTo: [{ address: "help@example.com", name: "Help" }],
      subject: "Hello",
      html: { bytes: Buffer.from("<p>Hi</p>") },
      text: null,
    });
    expect(email.messageId).toBe(`${email.id}@example.com`);
    expect(Math.abs(email.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    ["Acme (Support) <a@example.com>", "Acme (Support)"],
    ["Acme, Inc. <a@example.com>", "Acme, Inc."],
    ["Acme: Orders <a@example.com>", "Acme: Orders"],
    ['First "M." Last <a@example.com>', 'First "M." Last'],
    ["a@b.example <a@example.com>", "a@b.example"],
    ["🎉 [Sales] O'Brien. <a@example.com>", "🎉 [Sales] O'Brien."],
  ])("reads %s as a name and an address in every field", (text, name) => {
    const mailbox = { address: "a@example.com", name };
    expect(prepare({ from: text, to: text, reply_to: [text] })).toMatchObject({
      from: mailbox,
      to: [mailbox],
      replyTo: [mailbox],
    });
  });

  test("a name must not hide a second address in any form", () => {
    const name = "Bank <bank@bank.example>";
    expect(errorsIn({ from: `${name} <a@example.com>` })).toEqual(["from"]);
    expect(errorsIn({ from: `"${name}" <a@example.com>` })).toEqual(["from"]);
    expect(errorsIn({ from: { email: "a@example.com", name } })).toEqual(["from.name"]);
    expect(errorsIn({ to: "bob@example.net, Ada <a@example.com>" })).toEqual(["to"]);
    expect(errorsIn({ to: "=?utf-8?q?x=40bank.example?=@example.net" })).toEqual(["to"]);
  });

  test("the sender of the request overrides the default", () => {
    expect(prepare({ from: "eve@example.org" }).from).toEqual({ address: "eve@example.org", name: null });
  });

  test("an address that differs only in case is one recipient with its first spelling (C19)", () => {
    const { to } = prepare({ to: ["Bob <Bob@Example.NET>", "bob@example.net", "carl@example.net"] });
    expect(to.map(({ address }) => address)).toEqual(["Bob@example.net", "carl@example.net"]);
  });

  test.each(["\r\n", "\n", "\r", "\0", "\u000b", "\f", "\u007f", "\u0085", "\u2028", "\u2029"])(
    "%j is rejected in the subject and in every address (C1)",
    (control) => {
      const inside = `a${control}Bcc: eve@evil.example`;
      expect(errorsIn({ subject: inside })).toEqual(["subject"]);
      expect(errorsIn({ to: `"${inside}" <bob@example.net>` })).toEqual(["to"]);
      expect(errorsIn({ to: ["ok@example.net", `bob@example.net${control}`.replace(/$/, "x")] })).toEqual([
        "to[1]",
      ]);
      expect(errorsIn({ from: `${inside} <ada@example.com>` })).toEqual(["from"]);
      expect(errorsIn({ reply_to: `${inside} <ada@example.com>` })).toEqual(["reply_to"]);
    },
  );

  test("one error names every invalid field (C7)", () => {
    const request = {
      from: "no-address",
      to: ["a@[127.0.0.1]", "ok@example.com", "a@localhost"],
      subject: "a\nb",
    };
    expect(errorsIn(request)).toEqual(["from", "to[0]", "to[2]", "subject"]);
  });

  test("NUL and lone surrogates become U+FFFD in bodies and subject (C12, C14)", () => {
    const email = prepare({ subject: "a\ud800b", html: "a\0b\udfffc", text: "\ud800" });
    expect([email.subject, email.html?.bytes.toString(), email.text?.bytes.toString()]).toEqual([
      "a\ufffdb",
      "a\ufffdb\ufffdc",
      "\ufffd",
    ]);
  });

  test("a name has at most 256 characters in every form, without the blanks around it", () => {
    const name = "n".repeat(256);
    expect(prepare({ to: { email: "a@example.com", name: ` ${name} ` } }).to[0]?.name).toBe(name);
    expect(errorsIn({ to: [{ email: "a@example.com", name: `${name}n` }] })).toEqual(["to[0].name"]);
    expect(errorsIn({ to: `${name}n <a@example.com>` })).toEqual(["to"]);
  });

  const people = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => ({ email: `person-${n}@customers.example.com`, name }));
  const headers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-Header-${n}`, "x".repeat(9_980)]));

  test("a thousand recipients with ordinary names fit into a header (C28)", () => {
    expect(prepare({ to: people(1_000, "Maximiliane Wintergrün-Østergård") }).to).toHaveLength(1_000);
    expect(prepare({ to: "a@example.com", bcc: people(1_000, "n".repeat(256)).slice(1) }).bcc).toHaveLength(
      999,
    );
  });

  test.each<[string, Partial<SendRequest>]>([
    ["to", { to: people(1_000, "n".repeat(256)) }],
    ["to", { to: people(1_000, "ü".repeat(120)) }],
    ["cc", { cc: people(999, "n".repeat(256)) }],
    ["reply_to", { reply_to: people(1_000, "n".repeat(256)) }],
    ["headers", { headers: headers(27) }],
    ["headers", { headers: headers(16), cc: people(800, "n".repeat(100)) }],
  ])("a header over 256 kB is refused at its largest field: %s", (path, request) => {
    expect(tryToPrepare(request)).toMatchObject({
      code: "validation_failed",
      fields: [{ path, message: expect.stringContaining("at most 256 kB") }],
    });
  });

  test("custom headers just below the limit are accepted", () => {
    expect(prepare({ headers: headers(26) }).headers).toHaveLength(26);
  });

  test("an email without html and text is rejected", () => {
    const { html: _, ...bare } = { to: "bob@example.net", subject: "x", html: "" };
    expect(prepareEmail(bare, sender, resolved)).toMatchObject({
      code: "validation_failed",
      message: "html: an email needs html or text",
    });
  });

  test("an internationalized domain becomes its A-label (C8)", () => {
    expect(prepare({ to: "user@bücher.example" }).to[0]?.address).toBe("user@xn--bcher-kva.example");
  });
});
