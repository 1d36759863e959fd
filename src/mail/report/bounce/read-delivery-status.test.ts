import { expect, test } from "vitest";
import { readDeliveryStatus } from "./read-delivery-status.ts";

const GROUP = { originalAddress: null, status: null, comment: "", diagnostic: "", host: null };

test("one recipient, with fields of the message before it (RFC 3464 appendix E.1)", () => {
  const text = `Reporting-MTA: dns; cs.utk.edu

Original-Recipient: rfc822;louisl@larry.slip.umd.edu
Final-Recipient: rfc822;louisl@larry.slip.umd.edu
Action: failed
Status: 4.0.0
Diagnostic-Code: smtp; 426 connection timed out
Last-Attempt-Date: Thu, 7 Jul 1994 17:15:49 -0400
`;
  expect(readDeliveryStatus(text)).toEqual({
    envelopeId: null,
    reportingHost: "cs.utk.edu",
    recipients: [
      {
        ...GROUP,
        address: "louisl@larry.slip.umd.edu",
        originalAddress: "louisl@larry.slip.umd.edu",
        action: "failed",
        status: "4.0.0",
        diagnostic: "426 connection timed out",
      },
    ],
  });
});

test("several recipients, each with its own result (RFC 3464 appendix E.2)", () => {
  const text = `Reporting-MTA: dns; cs.utk.edu

Original-Recipient: rfc822;arathib@vnet.ibm.com
Final-Recipient: rfc822;arathib@vnet.ibm.com
Action: failed
Status: 5.0.0 (permanent failure)
Diagnostic-Code: smtp;  550 'arathib@vnet.IBM.COM' is not a
 registered gateway user
Remote-MTA: dns; vnet.ibm.com

Original-Recipient: rfc822;johnh@hpnjld.njd.hp.com
Final-Recipient: rfc822;johnh@hpnjld.njd.hp.com
Action: delayed
Status: 4.0.0 (hpnjld.njd.jp.com: host name lookup failure)

Original-Recipient: rfc822;wsnell@sdcc13.ucsd.edu
Final-Recipient: rfc822;wsnell@sdcc13.ucsd.edu
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; 550 user unknown
Remote-MTA: dns; sdcc13.ucsd.edu
`;
  expect(readDeliveryStatus(text).recipients).toMatchObject([
    {
      address: "arathib@vnet.ibm.com",
      action: "failed",
      comment: "permanent failure",
      diagnostic: "550 'arathib@vnet.IBM.COM' is not a registered gateway user",
      host: "vnet.ibm.com",
    },
    { address: "johnh@hpnjld.njd.hp.com", action: "delayed", status: "4.0.0" },
    { address: "wsnell@sdcc13.ucsd.edu", action: "failed", host: "sdcc13.ucsd.edu" },
  ]);
});

test.each([
  ["rfc822; ada@example.com", "ada@example.com"],
  ["RFC822; <ada@example.com>", "ada@example.com"],
  ["rfc822;Ada <ada@example.com>", "ada@example.com"],
  ["ada@example.com", "ada@example.com"],
  ["rfc822; ada@example.com (expanded from: list)", "ada@example.com"],
  // RFC 6533 §3
  ["utf-8; gr\\x{FC}\\x{DF}e@example.com", "grüße@example.com"],
  ["utf-8; grüße@example.com", "grüße@example.com"],
  ["rfc822;", null],
  ["rfc822; <>", null],
])("Final-Recipient: %s", (value, address) => {
  const [recipient] = readDeliveryStatus(`Final-Recipient: ${value}\nAction: failed\n`).recipients;
  expect(recipient?.address).toBe(address);
});

test.each(["failed", "delayed", "delivered", "relayed", "expanded"])("Action: %s", (action) => {
  expect(
    readDeliveryStatus(`Action: ${action}\nFinal-Recipient: rfc822; a@b.example\n`).recipients[0]?.action,
  ).toBe(action);
});

test("fields in any order, without blank lines or with too many", () => {
  const text = `Status: 5.1.1

Action: FAILED (permanently)
Final-Recipient: rfc822; a@b.example
Reporting-MTA: dns; mx.example.com
Original-Envelope-Id: 4711
Status: 5.2.2
Action: failed
Final-Recipient: rfc822; c@d.example
`;
  expect(readDeliveryStatus(text)).toMatchObject({
    envelopeId: "4711",
    reportingHost: "mx.example.com",
    recipients: [
      { address: "a@b.example", action: "failed", status: "5.1.1" },
      { address: "c@d.example", action: "failed", status: "5.2.2" },
    ],
  });
});
