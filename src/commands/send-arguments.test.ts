import { expect, test } from "vitest";
import { readArguments } from "./command-line/command.ts";
import { readSendArguments, SEND_OPTIONS } from "./send-arguments.ts";

const read = (args: string[]) =>
  readSendArguments(readArguments({ name: "send", options: SEND_OPTIONS }, args).values);

const least = ["--to", "ada@example.com", "--subject", "Hi"];

test("reads every option", () => {
  const more =
    "--to b@x.y --cc c@x.y --cc d@x.y --bcc e@x.y --reply-to r@x.y --from f@x.y --html <p> --text t --key k --url u";
  const rest = [
    "--tag",
    "kind=a=b",
    "--schedule",
    "in 2 hours",
    "--attach",
    "a.pdf",
    "--idempotency-key",
    "i",
    "--dry-run",
  ];
  expect(read([...least, ...more.split(" "), ...rest])).toEqual({
    server: { key: "k", url: "u" },
    email: {
      to: ["ada@example.com", "b@x.y"],
      subject: "Hi",
      from: "f@x.y",
      cc: ["c@x.y", "d@x.y"],
      bcc: ["e@x.y"],
      reply_to: ["r@x.y"],
      html: "<p>",
      text: "t",
      tags: [{ name: "kind", value: "a=b" }],
      scheduled_at: "in 2 hours",
    },
    file: undefined,
    attach: ["a.pdf"],
    dryRun: true,
    json: false,
    idempotencyKey: "i",
  });
});

test("leaves out absent options", () => {
  expect(read([...least, "--file", "-"])).toMatchObject({ file: "-", dryRun: false });
  expect(Object.keys(read([...least, "--text", ""]).email)).toEqual(["to", "subject", "text"]);
});

test.each([
  [["--subject", "Hi", "--text", "t"], "send needs --to <address>"],
  [["--to", "a@x.y", "--text", "t"], "send needs --subject <text>"],
  [least, "send needs a body: --html <html>, --text <text> or --file <path>, where - is the standard input"],
  [[...least, "--text", "t", "--tag", "kind"], "--tag takes name=value, not kind"],
  [[...least, "--txt", "t"], "Unknown option '--txt'"],
  [[...least, "--text", "t", "more"], "Unexpected argument 'more'"],
])("%j is refused with what to type", (args, message) => {
  expect(() => read(args)).toThrow(message);
});
