import { expect, test } from "vitest";
import { readReport } from "./index.ts";
import { NOTICES, type Notice } from "./other-servers.fixture.ts";

const message = ({ header, text }: Notice) =>
  Buffer.from(
    [
      ...header,
      "To: sender@example.net",
      "Date: Mon, 2 Mar 2015 10:11:12 +0100",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: 8bit",
      "",
      ...text.split("\n"),
      "",
    ].join("\r\n"),
  );

test.each(NOTICES)("$server", (notice) => {
  const { recipient, verdict, code, status, action = "failed" } = notice;
  expect(readReport(message(notice))).toMatchObject({
    kind: "bounce",
    recipients: [{ address: recipient, verdict, action, ...(code && { code }), ...(status && { status }) }],
  });
});

test("they are the same with CR alone at the end of every line, and with LF", () => {
  for (const notice of NOTICES) {
    const text = message(notice).toString("latin1");
    const read = readReport(Buffer.from(text, "latin1"));
    expect(readReport(Buffer.from(text.replaceAll("\r\n", "\r"), "latin1"))).toEqual(read);
    expect(readReport(Buffer.from(text.replaceAll("\r\n", "\n"), "latin1"))).toEqual(read);
  }
});
