import { pipeline } from "node:stream/promises";
import type { ExportContactsQuery } from "../../packages/client/src/index.ts";
import { type ServerOptions, withClient } from "./open-client.ts";
import { openStandardOutput } from "./standard-output.ts";
import { printable } from "./terminal/printable.ts";
import { explainWrite, refuseExisting, writeNewFile } from "./write-new-file.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** Writes contacts as CSV to standard output, or to a new file. */
export async function exportContacts(
  server: ServerOptions,
  { filter, output = "-" }: { filter: ExportContactsQuery; output: string | undefined },
): Promise<void> {
  if (output !== "-") refuseExisting(output);
  await withClient(server, async (posthouse) => {
    const csv = await posthouse.contacts.export(filter);
    await (output === "-" ? print(csv) : writeTo(output, csv));
  });
}

async function print(csv: Bytes): Promise<void> {
  try {
    const text = process.stdout.isTTY ? textForTerminal(csv) : csv;
    const out = openStandardOutput();
    await pipeline(text, out, { end: out !== process.stdout });
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

async function writeTo(file: string, csv: Bytes): Promise<void> {
  await writeNewFile(file, (out) => pipeline(csv, out));
  process.stderr.write(`Contacts written to ${file}.\n`);
}
