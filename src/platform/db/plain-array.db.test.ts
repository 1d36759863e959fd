import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { plainArray } from "./index.ts";

const database = useDatabase();
const itself = <T>(value: T): T => value;

test.each([
  ["uuid", ["01a1fc0b-98e9-73b7-b9fd-726d62cf8357", null]],
  ["integer", [1, -2, null, 3]],
  ["float8", [0.5, 1e21, null]],
  ["boolean", [true, false, null]],
  ["text", ["email.delivered", null, "succeeded"]],
  ["integer", []],
])("PostgreSQL reads an array of %s as it was written", async (type, values) => {
  const text = plainArray<string | number | boolean | null>(values, itself);
  const { rows } = await database.pool.query(`SELECT $1::${type}[] AS values`, [text]);
  expect(rows[0].values).toEqual(values);
});
