import { expect, test } from "vitest";
import { draftEmail } from "../../../test/harness/stored-email.ts";
import { rowBytesOf } from "./new-email.ts";

test("the size of an email's rows includes the names of all recipients", () => {
  const sizeWith = (name: string) => {
    const person = (n: number) => ({ email: `u${n}@example.com`, name });
    const request = {
      to: [person(1), person(2)],
      cc: [person(3)],
      bcc: [person(4)],
      subject: "x",
      text: "x",
    };
    return rowBytesOf(draftEmail("01a1fc0b-98e9-73b7-b9fd-726d62cf8357", request));
  };
  expect(sizeWith("n".repeat(200)) - sizeWith("")).toBe(4 * 200);
});
