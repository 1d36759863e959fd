import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readReport } from "../index.ts";

function attached({
  bytes,
  type,
  name,
  header = [],
}: {
  bytes: Uint8Array;
  type: string;
  name: string;
  header?: string[];
}): Buffer {
  return Buffer.from(
    [
      "From: noreply-dmarc@example.com",
      "Subject: Report domain: example.net Submitter: example.com Report-ID: <1>",
      ...(header.length > 0 ? header : ['Content-Type: multipart/mixed; boundary="b"']),
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "This is an aggregate report.",
      "--b",
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "Content-Transfer-Encoding: base64",
      "",
      ...(Buffer.from(bytes)
        .toString("base64")
        .match(/.{1,76}/g) ?? []),
      "--b--",
      "",
    ].join("\r\n"),
  );
}

const record = (ip: string) => `<record>
    <row><source_ip>${ip}</source_ip><count>2</count>
      <policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
    <identifiers><header_from>example.net</header_from></identifiers>
    <auth_results>
      <dkim><domain>example.net</domain><selector>a</selector><result>pass</result></dkim>
      <dkim><domain>relay.example</domain><result>fail</result></dkim>
      <spf><domain>bounce.example.net</domain><result>softfail</result></spf>
    </auth_results></record>`;

/** RFC 7489 appendix C. */
const feedback = (records: string, prologue = '<?xml version="1.0" encoding="UTF-8" ?>') => `${prologue}
<feedback>
  <report_metadata><org_name>example.com</org_name><email>noreply-dmarc@example.com</email><report_id>4711</report_id>
    <date_range><begin>1700000000</begin><end>1700086399</end></date_range></report_metadata>
  <policy_published><domain>Example.net</domain><adkim>r</adkim><aspf>r</aspf><p>quarantine</p></policy_published>
  ${records}
</feedback>`;

const EXPECTED = {
  kind: "dmarc",
  reporter: "example.com",
  reportId: "4711",
  email: "noreply-dmarc@example.com",
  beginsAt: new Date(1_700_000_000_000),
  endsAt: new Date(1_700_086_399_000),
  domain: "example.net",
  policy: "quarantine",
  rows: [
    {
      sourceIp: "203.0.113.2",
      count: 2,
      disposition: "none",
      dkimPassed: true,
      spfPassed: false,
      headerFrom: "example.net",
      envelopeFrom: null,
      dkim: [
        { domain: "example.net", selector: "a", result: "pass" },
        { domain: "relay.example", selector: null, result: "fail" },
      ],
      spf: [{ domain: "bounce.example.net", result: "softfail" }],
    },
  ],
};

describe("DMARC aggregate reports", () => {
  const xml = feedback(record("203.0.113.2"));
  test.each([
    ["gz", gzipSync(xml), "application/gzip", "r.xml.gz"],
    ["zip", zipSync({ "r.xml": strToU8(xml) }), "application/zip", "r.zip"],
    ["plain", strToU8(xml), "text/xml", "r.xml"],
    [
      "a zip with another type and name",
      zipSync({ "r.xml": strToU8(xml) }),
      "application/octet-stream",
      "r.xml.gz",
    ],
  ])("%s", (_, bytes, type, name) => {
    expect(readReport(attached({ bytes, type, name }))).toEqual(EXPECTED);
  });

  test("the attachment as the whole message, as Google sends it", () => {
    const message = [
      "From: noreply-dmarc-support@google.com",
      'Content-Type: application/zip; name="r.zip"',
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(zipSync({ "r.xml": strToU8(xml) })).toString("base64"),
    ].join("\r\n");
    expect(readReport(Buffer.from(message))).toEqual(EXPECTED);
  });

  test("entities are not expanded, and a document type stops the parser (G15)", () => {
    const bomb = `<!DOCTYPE feedback [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
    const file = `<!DOCTYPE feedback [<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    for (const prologue of [bomb, file])
      expect(
        readReport(
          attached({ bytes: strToU8(feedback(record("&f;&b;"), prologue)), type: "text/xml", name: "r.xml" }),
        ),
      ).toEqual({ kind: "other" });
  });

  test.each([
    ["AT&amp;T Mail", "AT&T Mail"],
    ["&lt;b&gt; &quot;it&apos;s&quot;", `<b> "it's"`],
    ["caf&#233; &#xE9;&#x1F600;", "café é😀"],
    ["&amp;lt; &amp;amp;#65;", "&lt; &amp;#65;"],
    ["&f; &AMP; &#0; &#x1B; &#xD800; &#x110000; & &#;", "&f; &AMP; &#0; &#x1B; &#xD800; &#x110000; & &#;"],
  ])("the name %j is read as %j", (name, read) => {
    const bytes = strToU8(xml.replace("<org_name>example.com", `<org_name>${name}`));
    expect(readReport(attached({ bytes, type: "text/xml", name: "r.xml" }))).toMatchObject({
      reporter: read,
    });
  });

  test("an archive of more than 10 MB is not unpacked (G15)", () => {
    const huge = Buffer.from(feedback(" ".repeat(11 * 1024 * 1024)));
    for (const bytes of [gzipSync(huge), zipSync({ "r.xml": huge })]) {
      const before = process.memoryUsage().arrayBuffers;
      expect(readReport(attached({ bytes, type: "application/zip", name: "r.zip" }))).toEqual({
        kind: "other",
      });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024);
    }
  });

  test("a zip that states a false size for its file is not read (G15)", () => {
    const zip = Buffer.from(zipSync({ "r.xml": Buffer.alloc(12 * 1024 * 1024, 32) }));
    // The offsets of the uncompressed size in the local and the central header (APPNOTE §4.3)
    const central = zip.indexOf(Buffer.from("PK\x01\x02"));
    zip.writeUInt32LE(100, 22);
    zip.writeUInt32LE(100, central + 24);
    expect(readReport(attached({ bytes: zip, type: "application/zip", name: "r.zip" }))).toEqual({
      kind: "other",
    });
  });

  test("all rows of many sources are read, with blanks between them", () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => record(`2001:db8::${n}`)).join("\n  ");
    const report = readReport(
      attached({ bytes: gzipSync(feedback(rows)), type: "application/gzip", name: "r.xml.gz" }),
    );
    expect(report).toMatchObject({ domain: "example.net", rows: { length: 3_000 } });
  });

  test("empty elements in the short form do not matter", () => {
    const empty = xml
      .replace("<report_id>", '<extra_contact_info/><error lang="en" /><report_id>')
      .replace("<identifiers>", "<reason/><identifiers>")
      .replace("<domain>bounce.example.net</domain>", "<scope/><domain>bounce.example.net</domain>");
    // The XML is parsed in chunks of 16 kB.
    const blanks = " ".repeat(16 * 1024 - empty.indexOf("<reason/>") - "<reason/".length);
    const across = empty.replace("<policy_published>", `${blanks}<policy_published>`);
    for (const file of [empty, across])
      expect(readReport(attached({ bytes: strToU8(file), type: "text/xml", name: "r.xml" }))).toEqual(
        EXPECTED,
      );
  });

  const words = "a ".repeat(4_900_000);
  test.each([
    ["a text of 9.8 MB", `<feedback>${words}</feedback>`],
    ["a text of 9.8 MB in a record", feedback(`<record><row><source_ip>${words}</source_ip></row></record>`)],
    ["a million elements", `<feedback>${"<a/>".repeat(1_000_000)}</feedback>`],
    ["a record of thousands of elements", feedback(`<record>${"<dkim/>".repeat(5_000)}</record>`)],
    ["elements within elements", `<feedback>${"<record>".repeat(200_000)}`],
    ["an attribute of megabytes", `<feedback a="${words}">`],
  ])("%s is rejected at once and treated as ordinary mail (G11)", (_, xml) => {
    const message = attached({ bytes: gzipSync(xml), type: "application/gzip", name: "r.xml.gz" });
    const before = process.cpuUsage();
    expect(readReport(message)).toEqual({ kind: "other" });
    const { user, system } = process.cpuUsage(before);
    // A parser that builds a tree takes 2 to 10 s.
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });

  test.each([
    ["nothing", new Uint8Array()],
    ["half a gzip", gzipSync(xml).subarray(0, 60)],
    ["half a zip", zipSync({ "r.xml": strToU8(xml) }).subarray(0, 60)],
    ["no XML", strToU8("PK\x03\x04")],
    ["another XML", strToU8("<html/>")],
    ["XML without an end", strToU8(xml.slice(0, 300))],
    ["XML without an end after an empty element", strToU8(`${xml.slice(0, xml.indexOf("<record>"))}<a/>`)],
    ["XML with an element that is not closed", strToU8(xml.replace("<report_id>", "<a/><b><report_id>"))],
    ["a report without a time", strToU8(xml.replace("<begin>1700000000</begin>", ""))],
  ])("%s is ordinary mail", (_, bytes) => {
    expect(readReport(attached({ bytes, type: "application/zip", name: "r.zip" }))).toEqual({
      kind: "other",
    });
  });
});

/** RFC 8460 appendix B, shortened. */
const TLS = {
  "organization-name": "Company-X",
  "date-range": { "start-datetime": "2016-04-01T00:00:00Z", "end-datetime": "2016-04-01T23:59:59Z" },
  "contact-info": "sts-reporting@company-x.example",
  "report-id": "5065427c-23d3-47ca-b6e0-946ea0e8c4be",
  policies: [
    {
      policy: {
        "policy-type": "sts",
        "policy-domain": "company-y.example",
        "mx-host": ["*.mail.company-y.example"],
      },
      summary: { "total-successful-session-count": 5326, "total-failure-session-count": 303 },
      "failure-details": [
        {
          "result-type": "certificate-expired",
          "sending-mta-ip": "2001:db8:abcd:0012::1",
          "receiving-mx-hostname": "mx1.mail.company-y.example",
          "failed-session-count": 100,
        },
      ],
    },
  ],
};

describe("TLS reports", () => {
  const header = [
    "TLS-Report-Domain: company-y.example",
    'Content-Type: multipart/report; report-type="tlsrpt"; boundary="b"',
  ];
  test.each([
    ["gz", gzipSync(JSON.stringify(TLS)), "application/tlsrpt+gzip", "r.json.gz"],
    ["plain", strToU8(JSON.stringify(TLS)), "application/tlsrpt+json", "r.json"],
    ["without its type", gzipSync(JSON.stringify(TLS)), "application/octet-stream", "r"],
  ])("%s", (_, bytes, type, name) => {
    expect(readReport(attached({ bytes, type, name, header }))).toEqual({
      kind: "tls-rpt",
      reporter: "Company-X",
      reportId: "5065427c-23d3-47ca-b6e0-946ea0e8c4be",
      contact: "sts-reporting@company-x.example",
      beginsAt: new Date("2016-04-01T00:00:00Z"),
      endsAt: new Date("2016-04-01T23:59:59Z"),
      policies: [
        {
          type: "sts",
          domain: "company-y.example",
          mxHosts: ["*.mail.company-y.example"],
          successes: 5326,
          failures: 303,
          details: [
            {
              type: "certificate-expired",
              count: 100,
              sendingIp: "2001:db8:abcd:0012::1",
              receivingMx: "mx1.mail.company-y.example",
              reason: null,
            },
          ],
        },
      ],
    });
  });

  test.each([["[]"], ["{"], ['{"policies":{}}'], ["null"], ['{"date-range":{"start-datetime":1}}']])(
    "%s is ordinary mail",
    (json) => {
      expect(
        readReport(
          attached({ bytes: strToU8(json), type: "application/tlsrpt+json", name: "r.json", header }),
        ),
      ).toEqual({ kind: "other" });
    },
  );

  test("fields of the wrong type are left out", () => {
    const odd = { ...TLS, "organization-name": 7, policies: [null, 1, { policy: "x", summary: [] }] };
    expect(
      readReport(
        attached({
          bytes: strToU8(JSON.stringify(odd)),
          type: "application/tlsrpt+json",
          name: "r.json",
          header,
        }),
      ),
    ).toMatchObject({
      reporter: "",
      policies: [{ successes: 0 }, { successes: 0 }, { successes: 0 }],
    });
  });
});
