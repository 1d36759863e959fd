import { describe, expect, test } from "vitest";
import type { Domain } from "../domain.ts";
import { judgeRecord } from "./judge-record.ts";
import type { DomainKey } from "./key-records.ts";
import type { WantedRecord } from "./wanted-record.ts";
import { wantedRecords } from "./wanted-records.ts";
import { zoneFile } from "./zone-file.ts";

const domain = {
  name: "example.com",
  token: "0123456789abcdef0123456789abcdef",
  return_path: "bounce",
  tracking_host: "links",
  active_key_set: 1,
  rotated_at: null,
} as Domain;
const keys: DomainKey[] = [
  { keySet: 1, algorithm: "rsa", publicKey: "M".repeat(392) },
  { keySet: 1, algorithm: "ed25519", publicKey: "e".repeat(44) },
];
const wanted = wantedRecords({ domain, keys, hosts: { inbound: "in.example.net", web: "mail.example.net" } });

function judge(id: string, ...records: string[]) {
  const record = wanted.find((candidate) => candidate.id === id);
  if (!record) throw new Error(`no record ${id}`);
  return judgeRecord(record, records);
}

test("the domain's own SPF record is optional, because the return path has one (RFC 7489 §3.1.2)", () => {
  expect(wanted.find(({ id }) => id === "spf")?.need).toBe("optional");
  expect(wanted.find(({ id }) => id === "return_path_spf")?.need).toBe("recommended");
});

test("key names are unique to a claim", () => {
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
  ["dmarc", ["v=DMARC1; p=reject; rua=mailto:a@example.com, mailto:DMARC@bounce.example.com!5m"]],
  ["tracking", ["mail.example.net"]],
])("%s is ok with %j", (id, records) => {
  expect(judge(id, ...records)).toMatchObject({ status: "ok", problem: null });
});

test.each([
  ["ownership", ["posthouse-verification=else"], "belongs to another account"],
  ["return_path_mx", ["10 mx.other.example"], "Change it to in.example.net"],
  ["return_path_mx", ["10 in.example.net", "20 mx.other.example"], "Remove that MX"],
  ["return_path_spf", ["v=spf1 -all"], "Add mx before its -all"],
  ["spf", ["v=spf1 ~all include:bounce.example.com"], "before its ~all"],
  ["spf", ["v=spf1 a ~all", "v=spf1 include:bounce.example.com ~all"], "2 SPF records"],
  ["spf", ["v=spf1"], "is empty"],
  ["dmarc", ["v=DMARC1; sp=none"], "policy is missing"],
  ["dmarc", ["v=DMARC1; p=none", "v=DMARC1; p=reject"], "2 DMARC records"],
  ["tls_reports", ["v=TLSRPTv1; rua=mailto:a@a.example", "v=TLSRPTv1; rua=mailto:b@b.example"], "2 records"],
  ["tls_reports", ["v=TLSRPTv1;"], "no address"],
  ["tracking", ["elsewhere.example"], "Change it to mail.example.net"],
])("%s is wrong with %j", (id, records, words) => {
  const finding = judge(id, ...records);
  expect(finding).toMatchObject({ status: "wrong", problem: expect.stringContaining(words) });
  expect(finding.found.length).toBeGreaterThan(0);
});

test.each(["ownership", "spf", "dmarc", "tls_reports", "return_path_mx", "tracking"])(
  "%s is missing when there is no record",
  (id) => {
    expect(judge(id, ...(id === "spf" ? ["v=spf10 a", "v=spf2.0/pra"] : []))).toMatchObject({
      status: "missing",
      found: [],
    });
  },
);

test("DNS content is shown as at most ten bounded lines of visible characters", () => {
  const { found } = judge("tracking", `a\u0000\r\n\u202e\u2028${"b".repeat(5_000)}`);
  expect(found[0]).toMatch(/^a�+b+…$/);
  expect(found[0]?.length).toBeLessThan(700);
  expect(judge("dkim_rsa_1", ...Array(50).fill("x")).found).toHaveLength(10);
});

test("a key that was pasted with quotation marks is reported as such", () => {
  const value = wanted.find(({ id }) => id === "dkim_rsa_1")?.value;
  expect(judge("dkim_rsa_1", `"${value}"`).problem).toContain("quotation marks");
});

const ours = "include:bounce.example.com";
test.each([
  ["v=spf1 include:_spf.google.com -all", `v=spf1 include:_spf.google.com ${ours} -all`],
  ["v=spf1 a mx ip4:192.0.2.1", `v=spf1 a mx ip4:192.0.2.1 ${ours} ~all`],
  ["V=SPF1  redirect=_spf.other.example", `v=spf1 ${ours} redirect=_spf.other.example`],
  ["v=spf1 ?ALL exp=why.example.com", `v=spf1 ${ours} ?ALL exp=why.example.com`],
  [`v=spf1 a ~all ${ours} include:ignored.example`, `v=spf1 a ${ours} ~all`],
  ["v=spf1 exp=why.example.com exp=who.example.com a", `v=spf1 a ${ours} ~all exp=why.example.com`],
  ["v=spf1 a -all redirect=ignored.example", `v=spf1 a ${ours} -all`],
  ["v=spf1", `v=spf1 ${ours} ~all`],
  [`v=spf1 ${ours} +a ~all`, `v=spf1 ${ours} +a ~all`],
])("an existing SPF record %j is kept and extended (RFC 7208)", (record, value) => {
  expect(judge("spf", record, "unrelated")).toMatchObject({ value });
  expect(judge("spf", value)).toMatchObject({ status: "ok", value });
});

test.each([
  ["v=spf1 a ~all", "v=spf1 a include:two.example -all", `a include:two.example ${ours} ~all`],
  ["v=spf1 a -all", "v=spf1 mx ?all", `a mx ${ours} ?all`],
  ["v=spf1 a -all", "v=spf1 mx -all", `a mx ${ours} -all`],
  [
    "v=spf1 redirect=_spf.a.example",
    "v=spf1 include:b.me.example redirect=_spf.b.example",
    `include:_spf.a.example include:b.me.example include:_spf.b.example ${ours} ~all`,
  ],
  [
    "v=spf1 redirect=_spf.a.example",
    "v=spf1 ip4:192.0.2.1 -all",
    `include:_spf.a.example ip4:192.0.2.1 ${ours} ~all`,
  ],
  ["v=spf1 a exp=a.example", "v=spf1 mx exp=b.example", `a mx ${ours} ~all exp=a.example`],
])("%j and %j are merged into one with the senders of both (RFC 7208 §3.2, §6)", (first, second, merged) => {
  expect(judge("spf", first, second)).toMatchObject({ value: `v=spf1 ${merged}` });
});

const report = "mailto:dmarc@bounce.example.com";
test.each([
  [
    "v=DMARC1; p=reject; sp=none; rua=mailto:a@example.com!10m; pct=50",
    `v=DMARC1; p=reject; sp=none; pct=50; rua=mailto:a@example.com!10m,${report}`,
  ],
  ["v=DMARC1;p=quarantine;", `v=DMARC1; p=quarantine; rua=${report}`],
])("a DMARC record %j is valid, and its value adds our address for reports (RFC 7489)", (record, value) => {
  expect(judge("dmarc", record)).toMatchObject({
    status: "ok",
    value,
    problem: expect.stringContaining("are not sent here"),
  });
  expect(judge("dmarc", value)).toMatchObject({ status: "ok", value, problem: null });
});

test("a policy of the organizational domain is not copied (RFC 7489 §6.6.3)", () => {
  const record = wanted.find(({ id }) => id === "dmarc") as WantedRecord;
  const finding = judgeRecord(record, ["v=DMARC1; p=reject; sp=none"], { isInherited: true });
  expect(finding).toEqual({ status: "ok", found: ["v=DMARC1; p=reject; sp=none"], problem: null });
});

test("a DMARC record without a valid policy gets one, and of two records the valid one is used", () => {
  expect(judge("dmarc", "v=DMARC1; p=monitor; adkim=s").value).toBe(
    `v=DMARC1; p=none; adkim=s; rua=${report}`,
  );
  expect(judge("dmarc", "v=DMARC1; sp=none", "v=DMARC1; p=reject").value).toBe(
    `v=DMARC1; p=reject; rua=${report}`,
  );
});

test("our address for TLS reports is added to existing ones (RFC 8460 §3)", () => {
  const own = "v=TLSRPTv1; rua=mailto:tls-reports@bounce.example.com";
  expect(wanted.find(({ id }) => id === "tls_reports")).toMatchObject({
    name: "_smtp._tls.example.com",
    value: own,
  });
  expect(judge("tls_reports", own)).toMatchObject({ status: "ok", value: own, problem: null });
  expect(judge("tls_reports", "v=TLSRPTv1;rua=https://r.example/tls")).toMatchObject({
    status: "ok",
    value: "v=TLSRPTv1; rua=https://r.example/tls,mailto:tls-reports@bounce.example.com",
    problem: expect.stringContaining("are not sent here"),
  });
});

test("a value that is not visible ASCII is not offered", () => {
  expect(judge("spf", "v=spf1 include:\u202eevil ~all").value).toBeUndefined();
});

describe("zoneFile", () => {
  const lines = zoneFile({ domain: "example.com", records: wanted, findings: {} }).split("\n");

  test("existing records are commented out, so that an import does not add them again", () => {
    const findings = {
      ownership: { status: "ok", found: [], problem: null },
      spf: { status: "wrong", found: [], problem: "Put it in.", value: 'v=spf1 a:"\\ -all' },
      dmarc: { status: "missing", found: [], problem: "Add it." },
    } as const;
    const text = zoneFile({ domain: "example.com", records: wanted, findings: findings as never });
    expect(text).toMatch(/^; _posthouse\.example\.com\. IN TXT/m);
    expect(text).toContain('\n; Put it in.\n; example.com. IN TXT "v=spf1 a:\\"\\\\ -all"\n');
    expect(text).toMatch(/^_dmarc\.example\.com\. IN TXT/m);
  });

  test("strings of at most 255 octets add up to the value (RFC 1035 §3.3)", () => {
    const line = lines.find((candidate) =>
      candidate.startsWith("ph012345-rsa-1._domainkey.example.com. IN TXT "),
    );
    const strings = [...(line ?? "").matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "");
    expect(strings.map((text) => text.length)).toEqual([255, 392 + "v=DKIM1; k=rsa; p=".length - 255]);
    expect(strings.join("")).toBe(wanted.find(({ id }) => id === "dkim_rsa_1")?.value);
  });

  test("names end with a dot, so that they are not relative to the zone", () => {
    expect(lines).toContain("bounce.example.com. IN MX 10 in.example.net.");
    expect(lines).toContain("links.example.com. IN CNAME mail.example.net.");
    expect(lines).toContain('example.com. IN TXT "v=spf1 include:bounce.example.com ~all"');
  });
});
