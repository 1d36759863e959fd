import type { EncodedFile } from "../../../api-types.ts";

/** A request may have 40 MB, and base64 adds a third: this leaves room for the bodies. The server enforces the limit.
 */
export const MAX_ATTACHMENT_BYTES = 29 * 1_024 * 1_024;

export function sizeOfFiles(files: File[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Encodes the files for a request. Rejects with UnreadableFile if a file is gone. */
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

/** The file was moved, changed or deleted after the user chose it. */
export class UnreadableFile extends Error {
  constructor(name: string) {
    super(`Can't read “${name}”. Remove it and add it again.`);
    this.name = "UnreadableFile";
  }
}
