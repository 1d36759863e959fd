import { randomBytes } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { link, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ExportContactsQuery } from "../../packages/client/src/index.ts";
import { CommandError } from "./explain.ts";
import { type ServerOptions, withClient } from "./open-client.ts";
import { printable } from "./terminal/printable.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** Writes contacts as CSV to standard output, or to a new file. */
export async function exportContacts(
  server: ServerOptions,
  { filter, output = "-" }: { filter: ExportContactsQuery; output: string | undefined },
): Promise<void> {
  if (output !== "-" && existsSync(output))
    throw new CommandError(`${output} exists: remove it, or choose another name`);
  await withClient(server, async (posthouse) => {
    const csv = await posthouse.contacts.export(filter);
    await (output === "-" ? print(csv) : writeTo(output, csv));
  });
}

async function print(csv: Bytes): Promise<void> {
  try {
    const text = process.stdout.isTTY ? textForTerminal(csv) : csv;
    await pipeline(text, process.stdout, { end: false });
  } catch (error) {
    // The reader may close the pipe (`| head`).
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return;
    throw explainWrite("standard output", error);
  }
}

/** Contacts may come from a public form. */
async function* textForTerminal(csv: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of csv)
    yield decoder.decode(bytes, { stream: true }).replaceAll("\r", "").split("\n").map(printable).join("\n");
}

/** The file gets its name only when it is complete, and replaces none. */
async function writeTo(file: string, csv: Bytes): Promise<void> {
  const partial = `${file}.${randomBytes(4).toString("hex")}.partial`;
  try {
    await pipeline(csv, createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true }));
    await link(partial, file);
  } catch (error) {
    throw explainWrite(file, error);
  } finally {
    await rm(partial, { force: true });
  }
  process.stderr.write(`Contacts written to ${file}.\n`);
}

function explainWrite(name: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) return error;
  return new CommandError(`${name} cannot be written (${code}): choose another place`);
}
