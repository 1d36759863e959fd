import type { Call } from "./connection.ts";
import type { CallOptions } from "./emails.ts";

/** A CSV file. `fs.openAsBlob` of Node opens one without reading it into memory. */
export type CsvFile = string | Uint8Array | Blob;
export type CsvOptions = CallOptions & {
  /** The encoding of the file, if it is neither UTF-8 nor UTF-16: `windows-1252`. */
  charset?: string;
};

/** The server ends an upload after two minutes. With a shorter timeout, files that take it almost as long would never be imported. */
export const IMPORT_TIMEOUT_MS = 150_000;

export function upload(path: string, content: CsvFile, { charset, signal }: CsvOptions): Call {
  const type = charset === undefined ? "text/csv" : `text/csv; charset=${charset}`;
  return { method: "POST", path, file: { content, type }, repeatable: true, signal };
}
