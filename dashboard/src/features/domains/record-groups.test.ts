import { expect, test } from "vitest";
import type { DomainRecord } from "../../api-types.ts";
import { groupRecords, hasFirstRecords, privateMailHost, relativeName } from "./record-groups.ts";

const record = (
  purpose: DomainRecord["purpose"],
  need: DomainRecord["need"],
  status: DomainRecord["status"] = "ok",
): DomainRecord => ({
  ...{
    id: `${purpose} ${need}`,
    type: "TXT",
    name: "example.com",
    value: "",
    meaning: "",
    found: [],
    problem: null,
  },
  ...{ purpose, need, status },
});

test("required and return path records come first, then recommended, then optional ones", () => {
  const groups = groupRecords([
    record("ownership", "required"),
    record("dkim_active", "required"),
    record("dkim_active", "recommended"),
    record("return_path", "recommended"),
    record("spf", "optional"),
    record("dmarc", "recommended"),
  ]);
  expect(groups.map(({ title, records }) => [title, records.map(({ purpose }) => purpose)])).toEqual([
    ["Add these first", ["ownership", "dkim_active", "return_path"]],
    ["Recommended", ["dkim_active", "dmarc"]],
    ["Optional", ["spf"]],
  ]);
});

test("a domain is ready when its first records are in the DNS, regardless of the others", () => {
  const first = record("ownership", "required");
  expect(hasFirstRecords([first, record("dmarc", "recommended", "missing")])).toBe(true);
  expect(hasFirstRecords([first, record("return_path", "recommended", "missing")])).toBe(false);
});

test("return path records do not come first while bounces could not arrive", () => {
  const mx = {
    ...record("return_path", "recommended", "missing"),
    type: "MX" as const,
    value: "10 localhost",
  };
  const required = record("ownership", "required");
  expect(groupRecords([required, mx]).map(({ title }) => title)).toEqual(["Add these first", "Recommended"]);
  expect(hasFirstRecords([required, mx])).toBe(true);
  expect(hasFirstRecords([required, { ...mx, value: "10 in.example.com" }])).toBe(false);
});

test.each([
  ["10 localhost", "localhost"],
  ["10 192.0.2.1", "192.0.2.1"],
  ["10 mail", "mail"],
  ["10 laptop.local", "laptop.local"],
  ["10 in.example.com", null],
])("an MX record of %j points to the private host %s", (value, host) => {
  expect(privateMailHost([{ ...record("return_path", "recommended"), type: "MX", value }])).toBe(host);
});

test.each([
  ["_posthouse.example.com", "example.com", "_posthouse"],
  ["_dmarc.news.example.com", "example.com", "_dmarc.news"],
  ["example.com", "example.com", "@"],
  ["badexample.com", "example.com", "badexample.com"],
])("%s in the zone %s is entered as %s", (name, zone, relative) => {
  expect(relativeName(name, zone)).toBe(relative);
});
