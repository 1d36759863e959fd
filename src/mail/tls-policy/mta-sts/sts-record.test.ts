import { expect, test } from "vitest";
import { expectLinear } from "../../../../test/harness/expect-linear.ts";
import { readStsRecord } from "./sts-record.ts";

test.each([
  ["the RFC's example", ["v=STSv1; id=20160831085700Z;"], "20160831085700Z"],
  ["no semicolon at the end", ["v=STSv1; id=1"], "1"],
  ["no spaces", ["v=STSv1;id=1;"], "1"],
  ["many spaces", ["v=STSv1 \t; \tid=1 ; "], "1"],
  ["an unknown field", ["v=STSv1; x=y; id=1; z.z=1;"], "1"],
  ["other records", ["v=spf1 -all", "v=STSv1; id=1;", "google-site-verification=x"], "1"],
  ["none", [], null],
  ["two", ["v=STSv1; id=1;", "v=STSv1; id=2;"], null],
  ["another version", ["v=STSv2; id=1;"], null],
  ["the version in another place", ["id=1; v=STSv1;"], null],
  ["the version in lower case", ["v=stsv1; id=1;"], null],
  ["no id", ["v=STSv1;"], null],
  ["an empty id", ["v=STSv1; id=;"], null],
  ["an id that is too long", [`v=STSv1; id=${"1".repeat(33)};`], null],
  ["an id with a hyphen", ["v=STSv1; id=1-2;"], null],
  ["an invalid field", ["v=STSv1; id=1; x;"], null],
  ["a line end", ["v=STSv1; id=1;\r\nx"], null],
  ["two fields without a semicolon", ["v=STSv1; id=1 x=2;"], null],
])("a record: %s (E26)", (_what, texts, id) => {
  expect(readStsRecord(texts)).toBe(id);
});

test("a hostile record is read in linear time (E26)", async () => {
  const record = (size: number) => [`v=STSv1; ${"a=b \t".repeat(size)}`];
  expect(readStsRecord(record(20_000))).toBeNull();
  await expectLinear(record, 5_000, readStsRecord);
});
