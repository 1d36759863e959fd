import { describe, expect, test } from "vitest";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { readLinkToken, writeLinkToken } from "./link-token.ts";
import { readMailToken, writeMailToken } from "./mail-token.ts";
import { fillUnsubscribeUrl, unsubscribeHeaders, unsubscribeLinks } from "./unsubscribe-links.ts";

const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const otherSecrets = openInstanceSecrets({ dataDir: "/nowhere", key: "l".repeat(32) });
const subscription = {
  accountId: newId(),
  accountNumber: 7,
  emailId: newId(),
  address: "Ada+news@example.com",
};
const { accountId, emailId, address } = subscription;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The token with each character replaced, shortened and extended. */
function mutations(token: string): string[] {
  const changed = [...token].flatMap((character, at) =>
    [...alphabet]
      .filter((other) => other !== character)
      .map((other) => token.slice(0, at) + other + token.slice(at + 1)),
  );
  return [...changed, token.slice(1), token.slice(0, -1), `${token}A`, `${token}=`, "", "A", "../x"];
}

describe("the link token (H7)", () => {
  const token = writeLinkToken(secrets, subscription);

  test("can be read only by this instance, and reveals no address", () => {
    expect(readLinkToken(secrets, token)).toEqual({ accountId, emailId, address });
    expect(readLinkToken(otherSecrets, token)).toBeNull();
    expect(token).toMatch(/^[\w-]+$/);
    expect(Buffer.from(token, "base64url").includes("example")).toBe(false);
  });

  test("is the same each time, and different for each recipient", () => {
    expect(writeLinkToken(secrets, subscription)).toBe(token);
    for (const other of [{ address: "ada+news@example.com" }, { emailId: newId() }, { accountId: newId() }])
      expect(writeLinkToken(secrets, { ...subscription, ...other })).not.toBe(token);
  });

  test("is invalid after any change", () => {
    const forged = mutations(token);
    expect(forged.length).toBeGreaterThan(5_000);
    expect(forged.filter((text) => readLinkToken(secrets, text) !== null)).toEqual([]);
  });

  test("fits a path even for the longest address", () => {
    const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.de`;
    expect(longest).toHaveLength(254);
    expect(writeLinkToken(secrets, { ...subscription, address: longest }).length).toBeLessThan(500);
  });
});

describe("the mailto token (H10)", () => {
  const token = writeMailToken(secrets, subscription);

  test("fits a local part, and names the email and one of its recipients in any spelling", () => {
    expect(`u${token}`.length).toBeLessThanOrEqual(64);
    const read = readMailToken(secrets, token);
    expect(read).toMatchObject({ accountNumber: 7, emailId: subscription.emailId });
    expect(read?.isOf("ADA+NEWS@Example.com")).toBe(true);
    expect(read?.isOf("ada@example.com")).toBe(false);
    expect(readMailToken(otherSecrets, token)).toBeNull();
  });

  test("is valid in lower and upper case, because programs on the way may change it", () => {
    for (const text of [token.toLowerCase(), token.toUpperCase()])
      expect(readMailToken(secrets, text)?.emailId).toBe(subscription.emailId);
    expect(token).toBe(token.toLowerCase());
  });

  test("is invalid after any change except of case", () => {
    const forged = mutations(token).filter((text) => text.toLowerCase() !== token);
    expect(forged.filter((text) => readMailToken(secrets, text) !== null)).toEqual([]);
  });
});

describe("the unsubscribe headers (H7)", () => {
  const linksFor = async (baseUrl: string, inboundDomain: string | null = null) => {
    const inboundDomainFor = async (account: string, fromDomain: string) =>
      account === accountId && fromDomain === "shop.example" ? inboundDomain : "of-another.example";
    const deps = { secrets, baseUrl, inboundDomainFor };
    return unsubscribeHeaders(await unsubscribeLinks(deps, { ...subscription, fromDomain: "shop.example" }));
  };

  test("contain an https URL for one click, and a mailto address if the sender's domain receives mail", async () => {
    expect(await linksFor("https://mail.example.com", "bounces.example.com")).toEqual([
      [
        "List-Unsubscribe",
        expect.stringMatching(
          /^<https:\/\/mail\.example\.com\/u\/[\w-]+>, <mailto:u[a-z2-7]{52}@bounces\.example\.com\?subject=unsubscribe>$/,
        ),
      ],
      ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
    ]);
    expect((await linksFor("https://mail.example.com"))[0]?.[1]).not.toContain("mailto");
  });

  test("have no URL without https, because no mailbox provider would use it", async () => {
    expect(await linksFor("http://localhost:3000")).toEqual([]);
    expect(await linksFor("http://localhost:3000", "bounces.example.com")).toEqual([
      ["List-Unsubscribe", expect.stringMatching(/^<mailto:/)],
    ]);
  });
});

test("only the placeholder is replaced, escaped in HTML", () => {
  const bodies = {
    html: '<a href="{{unsubscribe_url}}">{{ unsubscribe_url }}</a> {{name}}',
    text: "{{unsubscribe_url}} {{Unsubscribe_url}}",
  };
  expect(fillUnsubscribeUrl(bodies, "https://x.example/u/$&?a=1&b=2")).toEqual({
    html: '<a href="https://x.example/u/$&amp;?a=1&amp;b=2">https://x.example/u/$&amp;?a=1&amp;b=2</a> {{name}}',
    text: "https://x.example/u/$&?a=1&b=2 {{Unsubscribe_url}}",
  });
  expect(fillUnsubscribeUrl({ html: null, text: null }, "x")).toEqual({ html: null, text: null });
});
