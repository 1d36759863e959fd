import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeBase32, encodeBase32 } from "../../../platform/base32/index.ts";
import { newId, timeOfId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { ReturnPaths } from "./return-paths.ts";

const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const returnPaths = new ReturnPaths({ secrets });
const path = { accountNumber: 7, emailId: newId(), position: 3 };
const address = returnPaths.addressFor({ ...path, domain: "bounces.example.com" });
const local = address.split("@")[0] as string;
const dayMs = 86_400_000;

describe("a return path (G1)", () => {
  test("names its recipient again, in any case, and fits a local part", () => {
    expect(address).toMatch(/^b[a-z2-7]{55}@bounces\.example\.com$/);
    expect(returnPaths.read(local)).toEqual({ kind: "ours", ...path });
    expect(returnPaths.read(local.toUpperCase())).toEqual({ kind: "ours", ...path });
  });

  test("holds the greatest account, the last position and any id", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 32_767 }), (n, p) => {
        const generated = { accountNumber: n, emailId: newId(), position: p };
        const made = returnPaths.addressFor({ ...generated, domain: "x.test" });
        expect(returnPaths.read(made.split("@")[0] as string)).toEqual({ kind: "ours", ...generated });
      }),
    );
  });

  test("is forged if any character is changed", () => {
    for (let at = 1; at < local.length; at += 1) {
      const other = local[at] === "a" ? "b" : "a";
      const { kind } = returnPaths.read(local.slice(0, at) + other + local.slice(at + 1));
      expect(["forged", "none"], `character ${at}`).toContain(kind);
    }
  });

  test("cannot be guessed: none of 10,000 invented or enumerated ones is valid (G2)", () => {
    const token = decodeBase32(local.slice(1)) as Buffer;
    for (let n = 0; n < 10_000; n += 1) {
      const guess = n % 2 === 0 ? randomBytes(token.length) : Buffer.from(token);
      // Guesses other accounts and recipients, and signatures that begin like a valid one.
      if (n % 2 === 1)
        guess.writeUInt16BE(
          (guess.readUInt16BE([2, 20, 32][n % 3] as number) + n) & 0xffff,
          [2, 20, 32][n % 3],
        );
      expect(returnPaths.read(`b${encodeBase32(guess)}`).kind).toBe("forged");
    }
  });

  test("of another instance is forged", () => {
    const otherSecrets = openInstanceSecrets({ dataDir: "/nowhere", key: "l".repeat(32) });
    expect(new ReturnPaths({ secrets: otherSecrets }).read(local)).toEqual({ kind: "forged" });
  });

  test.each([
    "",
    "b",
    "postmaster",
    local.slice(1),
    `${local}a`,
    local.replace("b", "u"),
    `b${"1".repeat(55)}`,
  ])("%j is none", (text) => {
    expect(returnPaths.read(text)).toEqual({ kind: "none" });
  });

  test("expires 30 days after its email was due, even if the email was accepted long before", () => {
    const acceptedAt = timeOfId(path.emailId).getTime();
    const readAfter = (days: number, text = local) =>
      new ReturnPaths({ secrets, now: () => acceptedAt + days * dayMs }).read(text).kind;
    expect(readAfter(29)).toBe("ours");
    expect(readAfter(32)).toBe("expired");
    const dueAt = new Date(acceptedAt + 100 * dayMs);
    const scheduled = returnPaths.addressFor({ ...path, domain: "x.test", dueAt }).split("@")[0];
    expect(readAfter(129, scheduled)).toBe("ours");
    expect(readAfter(132, scheduled)).toBe("expired");
  });
});
