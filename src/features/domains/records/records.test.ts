import { describe, expect, test } from "vitest";
import type { Domain } from "../domain.ts";
import { judgeRecord } from "./judge-record.ts";
import type { DomainKey } from "./key-records.ts";
import { wantedRecords } from "./wanted-records.ts";
import { zoneFile } from "./zone-file.ts";

const domain = {
  name: "example.com",
  token: "0123456789abcdef0123456789abcdef",
  return_path: "bounce",
  tracking_host: "links",
  active_slot: 1,
  rotated_at: null,
} as Domain;
const keys: DomainKey[] = [
  { slot: 1, algorithm: "rsa", publicKey: "M".repeat(392) },
  { slot: 1, algorithm: "ed25519", publicKey: "e".repeat(44) },
];
const wanted = wantedRecords({ domain, keys, hosts: { inbound: "in.example.net", web: "mail.example.net" } });

function judge(id: string, ...records: string[]) {
  const record = wanted.find((one) => one.id === id);
  if (!record) throw new Error(`no record ${id}`);
  return judgeRecord(record, records);
}

test("RFC 7489 §3.1.2 the domain's own SPF record is optional: mail has a return path below it", () => {
  expect(wanted.find(({ id }) => id === "spf")?.need).toBe("optional");
  expect(wanted.find(({ id }) => id === "return_path_spf")?.need).toBe("recommended");
});

test("names of keys are those of one claim", () => {
  const names = wanted.filter(({ id }) => id.startsWith("dkim")).map(({ name }) => name);
  expect(names).toEqual([
    "ph012345-rsa-1._domainkey.example.com",
    "ph012345-ed25519-1._domainkey.example.com",
  ]);
});

test.each([
  ["ownership", ["other", "posthouse-verification=0123456789abcdef0123456789abcdef"]],
  [
    "ownership",
    ["posthouse-verification=of-another", "posthouse-verification=0123456789abcdef0123456789abcdef"],
  ],
  ["return_path_mx", ["10 in.example.net"]],
  ["return_path_mx", ["20 in.example.net"]],
  ["return_path_spf", ["v=spf1 mx ~all"]],
  ["return_path_spf", ["v=spf1 include:relay.example MX -all"]],
  ["spf", ["v=spf1 include:_spf.google.com include:bounce.example.com ~all", "google=1"]],
  ["spf", ["V=SPF1 +include:bounce.example.com"]],
  ["dmarc", ["v=DMARC1; p=reject; rua=mailto:a@example.com"]],
  ["dmarc", ["v=DMARC1;p=NONE"]],
  ["tracking", ["mail.example.net"]],
])("%s is right with %j", (id, records) => {
  expect(judge(id, ...records)).toMatchObject({ status: "ok", problem: null });
});

test.each([
  ["ownership", ["posthouse-verification=else"], "another account's"],
  ["return_path_mx", ["10 mx.other.example"], "Let the MX point to in.example.net"],
  ["return_path_mx", ["10 in.example.net", "20 mx.other.example"], "Remove that MX"],
  ["return_path_spf", ["v=spf1 -all"], "Put mx into it, before its -all"],
  ["spf", ["v=spf1 ~all include:bounce.example.com"], "before its ~all"],
  ["spf", ["v=spf1 a ~all", "v=spf1 include:bounce.example.com ~all"], "2 SPF records"],
  ["spf", ["v=spf1"], "is empty"],
  ["dmarc", ["v=DMARC1; sp=none"], "policy is missing"],
  ["dmarc", ["v=DMARC1; p=none", "v=DMARC1; p=reject"], "2 DMARC records"],
  ["tracking", ["elsewhere.example"], "Let it point to mail.example.net"],
])("%s is wrong with %j", (id, records, words) => {
  const finding = judge(id, ...records);
  expect(finding).toMatchObject({ status: "wrong", problem: expect.stringContaining(words) });
  expect(finding.found.length).toBeGreaterThan(0);
});

test.each(["ownership", "spf", "dmarc", "return_path_mx", "tracking"])(
  "%s is missing where nothing is",
  (id) => {
    expect(judge(id, ...(id === "spf" ? ["v=spf10 a", "v=spf2.0/pra"] : []))).toMatchObject({
      status: "missing",
      found: [],
    });
  },
);

test("what strangers write into the DNS is shown in one bounded, visible line, and in ten at most", () => {
  const { found } = judge("tracking", `a\u0000\r\n\u202e\u2028${"b".repeat(5_000)}`);
  expect(found[0]).toMatch(/^a�+b+…$/);
  expect(found[0]?.length).toBeLessThan(700);
  expect(judge("dkim_rsa_1", ...Array(50).fill("x")).found).toHaveLength(10);
});

test("a key that was pasted with its quotation marks is told to be", () => {
  const value = wanted.find(({ id }) => id === "dkim_rsa_1")?.value;
  expect(judge("dkim_rsa_1", `"${value}"`).problem).toContain("quotation marks");
});

describe("zoneFile", () => {
  const lines = zoneFile({ domain: "example.com", records: wanted, findings: {} }).split("\n");

  test("what is right, or stands there with other words, is not added a second time", () => {
    const findings = {
      ownership: { status: "ok", found: [], problem: null },
      spf: { status: "wrong", found: ["v=spf1 -all"], problem: "Put it in." },
      dmarc: { status: "missing", found: [], problem: "Add it." },
    } as const;
    const text = zoneFile({ domain: "example.com", records: wanted, findings: findings as never });
    expect(text).toMatch(/^; _posthouse\.example\.com\. IN TXT/m);
    expect(text).toMatch(/^; Put it in\.\n; example\.com\. IN TXT "v=spf1/m);
    expect(text).toMatch(/^_dmarc\.example\.com\. IN TXT/m);
  });

  test("RFC 1035 §3.3 no string is longer than 255 octets, and together they are the value", () => {
    const line = lines.find((one) => one.startsWith("ph012345-rsa-1._domainkey.example.com. IN TXT "));
    const strings = [...(line ?? "").matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "");
    expect(strings.map((text) => text.length)).toEqual([255, 392 + "v=DKIM1; k=rsa; p=".length - 255]);
    expect(strings.join("")).toBe(wanted.find(({ id }) => id === "dkim_rsa_1")?.value);
  });

  test("names end with a dot, so that none is taken for a part of the zone", () => {
    expect(lines).toContain("bounce.example.com. IN MX 10 in.example.net.");
    expect(lines).toContain("links.example.com. IN CNAME mail.example.net.");
    expect(lines).toContain('example.com. IN TXT "v=spf1 include:bounce.example.com ~all"');
  });
});
