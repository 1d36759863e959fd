import { parseArgs } from "node:util";
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
  idempotencyKey: string | undefined;
};

const one = { type: "string" } as const;
const many = { type: "string", multiple: true } as const;
const options = {
  ...{ key: one, url: one, from: one, to: many, cc: many, bcc: many, "reply-to": many },
  ...{ subject: one, html: one, text: one, file: one, attach: many, tag: many, schedule: one },
  "idempotency-key": one,
  "dry-run": { type: "boolean" },
} as const;

/** Throws a CommandError that says what to type. */
export function readSendArguments(args: string[]): SendArguments {
  const { values } = parse(args);
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
    idempotencyKey: values["idempotency-key"],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}; posthouse --help lists the options`);
  }
}

function readTag(text: string): { name: string; value: string } {
  const at = text.indexOf("=");
  if (at < 1) throw new CommandError(`--tag takes name=value, not ${text}`);
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value };
}
