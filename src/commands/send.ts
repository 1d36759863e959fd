import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { text as readText } from "node:stream/consumers";
import type { AttachmentToSend, DryRun, EmailToSend } from "../../packages/client/src/index.ts";
import { CommandError } from "./explain.ts";
import { withClient } from "./open-client.ts";
import type { SendArguments } from "./send-arguments.ts";
import { printable } from "./terminal/printable.ts";

/** Sends an email through a running server. Prints its id; with `--dry-run` the predicted outcome. */
export async function send(wanted: SendArguments): Promise<void> {
  const { server, email, file, attach, dryRun, json, idempotencyKey } = wanted;
  const whole: EmailToSend = { ...email, ...(await readBody(file)), ...(await readAttachments(attach)) };
  await withClient(server, async (posthouse) => {
    if (dryRun) return report(await posthouse.emails.dryRun(whole), json);
    const sent = await posthouse.emails.send(whole, idempotencyKey === undefined ? {} : { idempotencyKey });
    const { id } = sent;
    process.stderr.write(`Queued. To see its events: posthouse logs --email ${id}\n`);
    process.stdout.write(`${json ? JSON.stringify(sent) : id}\n`);
  });
}

/** HTML if the file name ends in .html or the text starts with `<`; otherwise plain text. */
async function readBody(file: SendArguments["file"]): Promise<{ html?: string; text?: string }> {
  if (file === undefined) return {};
  const body = file === "-" ? await readText(process.stdin) : (await read(file)).toString("utf8");
  return /\.html?$/i.test(file) || /^\s*</.test(body) ? { html: body } : { text: body };
}

async function readAttachments(paths: string[]): Promise<{ attachments?: AttachmentToSend[] }> {
  if (paths.length === 0) return {};
  const attachments = await Promise.all(
    paths.map(async (path) => ({ filename: basename(path), content: await read(path) })),
  );
  return { attachments };
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Sets exit code 1 if the email has errors, so that a script can check before it sends. */
function report(predicted: DryRun, json: boolean): void {
  const { recipients, size_bytes, scheduled_at, findings } = predicted;
  const lines = [
    ...recipients.map(({ address, kind, outcome, reason }) => `${kind} ${address}: ${outcome} (${reason})`),
    `size: ${size_bytes.toLocaleString("en")} bytes`,
    ...(scheduled_at === null ? [] : [`to be sent at: ${scheduled_at}`]),
    ...findings.map(({ severity, message, at }) => `${severity}: ${message}${at ? ` [${at}]` : ""}`),
  ];
  process.stdout.write(
    json ? `${JSON.stringify(predicted)}\n` : lines.map((line) => `${printable(line)}\n`).join(""),
  );
  if (findings.some(({ severity }) => severity === "error")) process.exitCode = 1;
}
