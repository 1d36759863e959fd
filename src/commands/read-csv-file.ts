import { createReadStream } from "node:fs";
import { MAX_CSV_BYTES } from "../platform/csv/index.ts";
import { CommandError } from "./explain.ts";

type Options = {
  /** A first line, for the message about an empty file. */
  firstLine: string;
  /** Reads no further than this number of bytes. Default: the whole file. */
  enough?: number | undefined;
};

/** Reads a file that the API imports; `-` is the standard input. */
export async function readCsvFile(path: string, { firstLine, enough }: Options): Promise<Buffer> {
  const name = path === "-" ? "standard input" : path;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of path === "-" ? process.stdin : createReadStream(path)) {
      bytes += chunk.length;
      if (enough === undefined && bytes > MAX_CSV_BYTES)
        throw new CommandError(
          `${name} is over ${MAX_CSV_BYTES / 1_048_576} MB, the limit of an import: split it into smaller files, each with the first line`,
        );
      chunks.push(chunk);
      if (enough !== undefined && bytes >= enough) break;
    }
  } catch (error) {
    throw error instanceof CommandError ? error : cannotRead(name, error);
  }
  if (bytes === 0)
    throw new CommandError(`${name} is empty: the first line names the columns, such as ${firstLine}`);
  return Buffer.concat(chunks).subarray(0, enough ?? bytes);
}

function cannotRead(name: string, error: unknown): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new CommandError(`${name} does not exist: correct the name of the file`);
  if (code === "EISDIR") return new CommandError(`${name} is a directory: name a CSV file in it`);
  return new CommandError(`${name} cannot be read (${code})`);
}
