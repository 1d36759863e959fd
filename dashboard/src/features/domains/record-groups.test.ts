import { expect, test } from "vitest";
import type { DomainRecord } from "../../api-types.ts";
import { groupRecords, hasFirstRecords, relativeName } from "./record-groups.ts";

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

test.each([
  ["_posthouse.example.com", "example.com", "_posthouse"],
  ["_dmarc.news.example.com", "example.com", "_dmarc.news"],
  ["example.com", "example.com", "@"],
  ["badexample.com", "example.com", "badexample.com"],
])("%s in the zone %s is entered as %s", (name, zone, relative) => {
  expect(relativeName(name, zone)).toBe(relative);
});
