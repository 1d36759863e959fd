import { expect, test } from "vitest";
import type { BounceMessage } from "./bounce-message.fixture.ts";
import { readReport } from "./index.ts";
import { BOUNCES_OF_UNIX_SERVERS } from "./unix-servers.fixture.ts";
import { BOUNCES_OF_WINDOWS_SERVERS } from "./windows-servers.fixture.ts";

const BOUNCES = [...BOUNCES_OF_WINDOWS_SERVERS, ...BOUNCES_OF_UNIX_SERVERS];

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
