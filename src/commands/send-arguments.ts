import type { Values } from "./command-line/command.ts";
import { JSON_OPTION, SERVER_OPTIONS } from "./command-line/server-options.ts";
import { CommandError } from "./explain.ts";
import type { ServerOptions } from "./open-client.ts";

export type SendArguments = {
  server: ServerOptions;
  /** The email as in the API, without its body and attachments, which are still files. */
  email: {
    from?: string;
    to: string[];
    cc?: string[];
    bcc?: string[];
    reply_to?: string[];
    subject: string;
    html?: string;
    text?: string;
    tags?: { name: string; value: string }[];
    scheduled_at?: string;
  };
  /** Path of the body; `-` is the standard input. */
  file: string | undefined;
  attach: string[];
  dryRun: boolean;
  json: boolean;
  idempotencyKey: string | undefined;
};

export const SEND_OPTIONS = {
  to: { value: "<address>", many: true, help: "recipient" },
  subject: { value: "<text>", help: "subject" },
  html: { value: "<html>", help: "HTML body" },
  text: { value: "<text>", help: "plain text body" },
  file: { value: "<path>", help: "file with the body; - is the standard input" },
  from: { value: "<address>", help: "sender; default: the account's" },
  cc: { value: "<address>", many: true, help: "recipient of a copy" },
  bcc: { value: "<address>", many: true, help: "recipient of a blind copy" },
  "reply-to": { value: "<address>", many: true, help: "address for replies" },
  attach: { value: "<path>", many: true, help: "file to attach" },
  tag: { value: "<name>=<value>", many: true, help: "tag" },
  schedule: { value: "<time>", help: 'when to send it, such as "in 2 hours"' },
  "idempotency-key": { value: "<key>", help: "the same key sends the email once within 24 hours" },
  "dry-run": { help: "only predict the outcome; exit code 1 if the email has errors" },
  ...JSON_OPTION,
  ...SERVER_OPTIONS,
} as const;

/** Throws a CommandError that says what to type. */
export function readSendArguments(values: Values<typeof SEND_OPTIONS>): SendArguments {
  const { to = [], subject, html, text, file } = values;
  if (to.length === 0) throw new CommandError("send needs --to <address>");
  if (subject === undefined) throw new CommandError("send needs --subject <text>");
  if (html === undefined && text === undefined && file === undefined)
    throw new CommandError(
      "send needs a body: --html <html>, --text <text> or --file <path>, where - is the standard input",
    );
  return {
    server: { key: values.key, url: values.url },
    email: {
      to,
      subject,
      ...given("from", values.from),
      ...given("cc", values.cc),
      ...given("bcc", values.bcc),
      ...given("reply_to", values["reply-to"]),
      ...given("html", html),
      ...given("text", text),
      ...given("tags", values.tag?.map(readTag)),
      ...given("scheduled_at", values.schedule),
    },
    file,
    attach: values.attach ?? [],
    dryRun: values["dry-run"] ?? false,
    json: values.json ?? false,
    idempotencyKey: values["idempotency-key"],
  };
}

function readTag(text: string): { name: string; value: string } {
  const at = text.indexOf("=");
  if (at < 1) throw new CommandError(`--tag takes name=value, not ${text}`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value };
}
