import { expect, test } from "vitest";
import { organizationalDomain, providerOf } from "./provider-of.ts";

const mx = (name: string, preference = 10) => ({ name, preference });

test.each([
  ["Google", [mx("alt1.gmail-smtp-in.l.google.com", 20), mx("gmail-smtp-in.l.google.com", 5)], "google.com"],
  ["Microsoft", [mx("example-com.mail.protection.outlook.com", 0)], "outlook.com"],
  ["a suffix of two labels", [mx("mx.example.co.uk")], "example.co.uk"],
  ["a customer's name at a provider", [mx("mx.someone.github.io")], "someone.github.io"],
  [
    "a server rented in a cloud",
    [mx("ec2-192-0-2-1.compute-1.amazonaws.com")],
    "ec2-192-0-2-1.compute-1.amazonaws.com",
  ],
  ["the cloud's own mail service", [mx("inbound-smtp.eu-west-1.amazonaws.com")], "amazonaws.com"],
  ["the first of equal ones, in any order", [mx("mx.b.example"), mx("mx.a.example")], "a.example"],
  ["the one with the better preference", [mx("mx.b.example", 1), mx("mx.a.example", 2)], "b.example"],
  ["a host without a domain", [mx("mail")], "mail"],
  ["unknown without hosts", [], null],
])("the provider is %s", (_name, hosts, expected) => {
  expect(providerOf(hosts)).toBe(expected);
  expect(providerOf(hosts.toReversed())).toBe(expected);
});

test.each([
  ["mail.example.co.uk", "example.co.uk"],
  ["example.com", "example.com"],
  ["x.someone.github.io", "someone.github.io"],
  ["co.uk", "co.uk"],
])("the organizational domain of %s is %s", (name, expected) => {
  expect(organizationalDomain(name)).toBe(expected);
});
