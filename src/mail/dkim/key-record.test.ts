import { expect, test } from "vitest";
import { errorInKeyRecords, keyRecordText, makeSigningKey, type PublishedKey } from "./index.ts";

const { publicKey } = await makeSigningKey("rsa");
const expected: PublishedKey = { algorithm: "rsa", publicKey };
const edwards: PublishedKey = {
  algorithm: "ed25519",
  publicKey: (await makeSigningKey("ed25519")).publicKey,
};

test.each([
  keyRecordText(expected),
  `p=${publicKey}`,
  `v=DKIM1;k=rsa;p=${publicKey};`,
  ` v = DKIM1 ; k = rsa ; h=sha1:sha256; s=email; t=s; n=whatever; p=${publicKey.slice(0, 40)} ${publicKey.slice(40)}`,
  `v=DKIM1; k=rsa; s=*; x=unknown; p=${publicKey}`,
])("a record that verifies: %s", (record) => {
  expect(errorInKeyRecords([record], expected)).toBeNull();
});

test("an Ed25519 key in a record is 32 octets (RFC 8463)", () => {
  expect(Buffer.from(edwards.publicKey, "base64")).toHaveLength(32);
  expect(errorInKeyRecords([keyRecordText(edwards)], edwards)).toBeNull();
});

test.each([
  [`v=DKIM1; k=rsa; p=${edwards.publicKey}`, "not the expected one"],
  [keyRecordText(edwards), "k=ed25519 instead of k=rsa"],
  ["v=DKIM1; k=rsa; p=", "revokes the key"],
  ["v=DKIM1; k=rsa", "no p="],
  [`v=DKIM2; k=rsa; p=${publicKey}`, "v=DKIM2"],
  [`v=DKIM1; h=sha1; p=${publicKey}`, "does not allow sha256"],
  [`v=DKIM1; s=tlsrpt; p=${publicKey}`, "does not allow email"],
  [`v=DKIM1; t=s:y; p=${publicKey}`, "in test mode"],
  [`v=DKIM1; k=rsa; p=${publicKey.slice(0, 200)}`, "ends after 200 of 392 characters"],
  [`v=DKIM1; k=rsa; p=${publicKey.slice(0, 200)}" "${publicKey.slice(200)}`, "quotation marks"],
  [`v=DKIM1\\; k=rsa\\; p=${publicKey}`, "backslashes"],
  [`v=DKIM1; p=${publicKey}; p=${publicKey}`, "p= twice"],
  ["google-site-verification", "not a list of tags"],
  ["", "no p="],
])("a record that does not verify: %s (E34)", (record, words) => {
  expect(errorInKeyRecords([record], expected)).toContain(words);
});

test("several records are an error (RFC 6376 §3.6.2.2)", () => {
  expect(errorInKeyRecords([keyRecordText(expected), "v=spf1 -all"], expected)).toContain("2 TXT records");
});
