import { createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { GOLDEN } from "../mime/golden/messages.ts";
import { buildMessage } from "../mime/index.ts";
import { hashBody } from "./hash-body.ts";
import { makeSigningKey, readPrivateKey, type SigningKey, signMessage } from "./index.ts";
import { relaxValue } from "./signed-fields.ts";

const date = new Date("2026-01-05T07:08:09.500Z");
const keys = await Promise.all(
  (["rsa", "ed25519"] as const).map(async (algorithm): Promise<SigningKey> => {
    const { privateKey } = await makeSigningKey(algorithm);
    return { algorithm, domain: "example.com", selector: "s1", privateKey: readPrivateKey(privateKey) };
  }),
);
const sign = (message: Buffer) => signMessage(message, { keys, date });
const golden = buildMessage(GOLDEN["many-recipients"]!);

/** The value of a tag of the first DKIM-Signature, without blanks. */
function tag(message: Buffer, name: string): string {
  const field = /^DKIM-Signature:((?:.|\r\n[ \t])*)\r\n/.exec(message.toString("latin1"))?.[1] ?? "";
  return new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(field)?.[1]?.replace(/\s+/g, "") ?? "";
}

describe("hashBody", () => {
  const hashOfNothing = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

  test.each([
    ["RFC 6376 §3.4.4: nothing", "", hashOfNothing],
    ["empty lines only", "\r\n\r\n", hashOfNothing],
    ["blanks only", " \t\r\n  \r\n\t", hashOfNothing],
    [
      "RFC 8463 A.3",
      "Hi.\r\n\r\nWe lost the game.  Are you hungry yet?\r\n\r\nJoe.\r\n",
      "2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=",
    ],
  ])("%s", async (_, body, hash) => {
    expect(await hashBody(Buffer.from(body))).toBe(hash);
  });

  test.each([
    ["RFC 6376 §3.4.5", " C \r\nD \t E\r\n\r\n\r\n", " C\r\nD E\r\n"],
    ["no final line end", "a", "a\r\n"],
    ["blanks before the final line end", "a \t\r\n", "a\r\n"],
    ["blanks in a line without a line end", "a\r\nb  ", "a\r\nb\r\n"],
    ["empty lines within", "a\r\n\r\n \r\nb\r\n", "a\r\n\r\n\r\nb\r\n"],
    ["a line of blanks at the end", "a\r\n \t \r\n", "a\r\n"],
    ["CR and LF alone are content", "a\rb\nc \r\n", "a\rb\nc\r\n"],
    ["a last CR alone", "a \r", "a \r\r\n"],
    ["no-break space and form feed are content", "\u00a0 \f\r\n", "\u00a0 \f\r\n"],
  ])("%s is the same as its relaxed form", async (_, body, relaxed) => {
    expect(await hashBody(Buffer.from(body, "latin1"))).toBe(await hashBody(Buffer.from(relaxed, "latin1")));
    expect(await hashBody(Buffer.from(body, "latin1"))).not.toBe(hashOfNothing);
  });

  test("a body hashed in several turns gives the same hash, wherever a turn ends", async () => {
    const half = Buffer.alloc(512 * 1024, "x");
    for (const seam of ["\r\n", " \r\n", " \t y", "\r"]) {
      for (let shift = 0; shift < 4; shift += 1) {
        const body = Buffer.concat([half.subarray(shift), Buffer.from(seam), half, Buffer.from(" \r\n\r\n")]);
        const relaxed = body.toString("latin1").replace(/[ \t]+/g, " ");
        const plain = relaxed.replaceAll(" \r\n", "\r\n").replace(/(\r\n)+$/, "\r\n");
        expect(await hashBody(body)).toBe(await hashBody(Buffer.from(plain, "latin1")));
      }
    }
  });
});

test.each([
  [" X\r\n", "X"],
  [" Y\t\r\n\tZ  \r\n", "Y Z"],
  ["\r\n", ""],
  [" a\u00a0 \r\n", "a\u00a0"],
])("the value %j relaxes to %j (RFC 6376 §3.4.5)", (value, relaxed) => {
  expect(relaxValue(value)).toBe(relaxed);
});

describe("signMessage", () => {
  test("prepends a signature per key and leaves the message unchanged", async () => {
    const signed = await sign(golden);
    expect(signed.subarray(-golden.length)).toEqual(golden);
    const added = signed.subarray(0, -golden.length).toString("latin1");
    expect(added.match(/^DKIM-Signature:/gm)).toHaveLength(2);
    expect(added).toMatch(/a=rsa-sha256;[\s\S]*a=ed25519-sha256;/);
    for (const line of added.split("\r\n")) expect(line.length).toBeLessThanOrEqual(78);
    expect(tag(signed, "t")).toBe("1767596889");
  });

  test("names important fields once more than they occur, even absent ones (H7, E34)", async () => {
    const count = (message: Buffer, name: string) =>
      tag(message, "h")
        .split(":")
        .filter((listed) => listed === name).length;
    const signed = await sign(golden);
    const oversigned =
      "From Subject To Cc Date Message-ID MIME-Version Content-Type List-Unsubscribe List-Unsubscribe-Post";
    for (const name of oversigned.split(" ")) expect([name, count(signed, name)]).toEqual([name, 2]);
    expect(count(signed, "Reply-To")).toBe(1);
    expect(count(signed, "Content-Transfer-Encoding")).toBe(1);
    expect(count(await sign(Buffer.from("Subject: a\r\nsubject: b\r\n\r\n")), "Subject")).toBe(3);
  });

  test("the same message, keys and time give the same bytes", async () => {
    expect(await sign(golden)).toEqual(await sign(golden));
  });

  test("a message without keys is returned unchanged, one without a body is signed", async () => {
    expect(await signMessage(golden, { keys: [], date })).toBe(golden);
    expect(tag(await sign(Buffer.from("From: a@example.com\r\n")), "bh")).toBe(
      "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    );
    await expect(sign(Buffer.from("no field\r\n\r\n"))).rejects.toThrow("cannot be signed");
  });

  test("the RFC's key can be read, and its public half matches the record (RFC 8463 A.2)", () => {
    const seed = Buffer.from("nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=", "base64");
    const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
    const key = readPrivateKey(pkcs8);
    const spki = createPublicKey(key).export({ type: "spki", format: "der" });
    expect(spki.subarray(-32).toString("base64")).toBe("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
  });
});
