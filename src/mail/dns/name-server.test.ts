import { expect, test } from "vitest";
import { nameServerOf, parseNameServer } from "./name-server.ts";

test.each([
  ["192.0.2.1", { address: "192.0.2.1", port: 53 }],
  ["192.0.2.1:5353", { address: "192.0.2.1", port: 5353 }],
  ["2001:db8::1", { address: "2001:db8::1", port: 53 }],
  ["[2001:db8::1]", { address: "2001:db8::1", port: 53 }],
  ["[2001:db8::1]:5353", { address: "2001:db8::1", port: 5353 }],
  ["ns.example", null],
  ["192.0.2.1:0", null],
  ["192.0.2.1:65536", null],
  ["192.0.2.1:", null],
  ["[192.0.2.1]:53", null],
  ["192.0.2.1 ", null],
  ["", null],
])("%j", (text, expected) => {
  expect(parseNameServer(text)).toEqual(expected);
});

test.each([
  ["127.0.0.1", undefined, true],
  ["127.0.0.53:53", undefined, true],
  ["::1", undefined, true],
  ["192.0.2.1", undefined, false],
  ["192.0.2.1", true, true],
  ["127.0.0.1", false, false],
])("the AD flag from %s with %s is trusted: %s (E23)", (text, trust, isTrusted) => {
  expect(nameServerOf(text, trust).isTrusted).toBe(isTrusted);
});

test("an invalid server throws at once", () => {
  expect(() => nameServerOf("ns.example")).toThrow('"ns.example" is not a name server');
});
