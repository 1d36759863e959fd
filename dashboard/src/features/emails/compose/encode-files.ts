import type { EncodedFile } from "../../../api-types.ts";

/**
 * A request has room for 40 MB, and base64 makes four bytes of three: this much of attachments leaves the rest to the
 * bodies. The server has the last word.
 */
export const MAX_ATTACHMENT_BYTES = 29 * 1_024 * 1_024;

export function sizeOfFiles(files: File[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The files as a request holds them. Rejects, with a sentence for the reader, when one is not there any more. */
export function encodeFiles(files: File[]): Promise<EncodedFile[]> {
  return Promise.all(
    files.map(async (file) => ({
      filename: file.name,
      content: await base64Of(file),
      ...(file.type === "" ? {} : { content_type: file.type }),
    })),
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // data:text/plain;base64,SGVsbG8=
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(new UnreadableFile(file.name));
    reader.readAsDataURL(file);
  });
}

/** It was moved, changed or deleted since it was chosen. */
export class UnreadableFile extends Error {
  constructor(name: string) {
    super(`“${name}” cannot be read any more. Remove it and add it again.`);
    this.name = "UnreadableFile";
  }
}
