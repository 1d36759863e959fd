import { describe, expect, test } from "vitest";
import { readDomain } from "../ownership/read-domain.ts";
import { reasonToRefuseSender } from "./reason-to-refuse-sender.ts";

const us = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const them = "01a1fc0b-98e9-73b7-b9fd-726d62cf8358";

describe("reasonToRefuseSender", () => {
  test.each([
    [{ onlyVerified: true, owner: us }, true],
    [{ onlyVerified: true, owner: them }, false],
    [{ onlyVerified: true, owner: null }, false],
    [{ onlyVerified: false, owner: us }, true],
    [{ onlyVerified: false, owner: them }, false],
    [{ onlyVerified: false, owner: null }, true],
  ])("%j: may send is %s (C22)", (claim, may) => {
    const reason = reasonToRefuseSender({ ...claim, accountId: us, domain: "example.com" });
    expect(reason === null).toBe(may);
    if (!may) expect(reason).toContain("example.com");
  });

  test("the text is the same for a foreign and a free domain (L6)", () => {
    const claim = { onlyVerified: true, accountId: us, domain: "example.com" };
    expect(reasonToRefuseSender({ ...claim, owner: them })).toBe(
      reasonToRefuseSender({ ...claim, owner: null }),
    );
  });
});

describe("readDomain", () => {
  test.each([
    ["example.com", "example.com"],
    ["Example.COM", "example.com"],
    ["Bücher.example", "xn--bcher-kva.example"],
    ["XN--BCHER-KVA.example", "xn--bcher-kva.example"],
    ["example.com.", null],
    ["", null],
    ["com", null],
    ["127.0.0.1", null],
    ["[127.0.0.1]", null],
    ["a@example.com", null],
    ["example.com>", null],
    ["example.com\n", null],
    ["exa mple.com", null],
  ])("%j is %j", (text, domain) => {
    expect(readDomain(text)).toBe(domain);
  });
});
