import { expect, test } from "vitest";
import { signerOf } from "./signer-of.ts";

test.each([
  ["email-smtp.eu-west-1.amazonaws.com", "relay"],
  ["email-smtp-fips.us-east-1.amazonaws.com", "relay"],
  ["email-smtp.cn-north-1.amazonaws.com.cn", "relay"],
  ["vpce-0a1b-2c3d.email-smtp.us-east-1.vpce.amazonaws.com", "relay"],
  ["ec2-192-0-2-1.eu-west-1.compute.amazonaws.com", "us"],
  ["email-smtp.eu-west-1.amazonaws.com.relay.invalid", "us"],
])("mail through %s is signed by: %s", (host, signer) => {
  expect(signerOf(host)).toBe(signer);
});
