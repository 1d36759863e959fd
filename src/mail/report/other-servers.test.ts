import { expect, test } from "vitest";
import { readReport } from "./index.ts";
import { BOUNCES, type BounceMessage } from "./other-servers.fixture.ts";

const message = ({ header, text }: BounceMessage) =>
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

test.each(BOUNCES)("$server", (bounceMessage) => {
  const { recipient, verdict, code, status, action = "failed" } = bounceMessage;
  expect(readReport(message(bounceMessage))).toMatchObject({
    kind: "bounce",
    recipients: [{ address: recipient, verdict, action, ...(code && { code }), ...(status && { status }) }],
  });
});

test("results are the same with CR or LF as line end", () => {
  for (const bounceMessage of BOUNCES) {
    const text = message(bounceMessage).toString("latin1");
    const read = readReport(Buffer.from(text, "latin1"));
    expect(readReport(Buffer.from(text.replaceAll("\r\n", "\r"), "latin1"))).toEqual(read);
    expect(readReport(Buffer.from(text.replaceAll("\r\n", "\n"), "latin1"))).toEqual(read);
  }
});
