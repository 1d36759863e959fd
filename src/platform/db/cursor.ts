/**
 * Cursors are opaque to callers: base64url of the JSON of the last row's sort key. A cursor that was changed, or belongs to
 * another list, decodes to null and is reported as an error of its field.
 */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** @returns the key if it has `length` parts, all strings; otherwise null */
export function decodeCursor(text: string, length: number): string[] | null {
  try {
    const key: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const isKey =
      Array.isArray(key) && key.length === length && key.every((part) => typeof part === "string");
    return isKey && encodeCursor(key) === text ? key : null;
  } catch {
    return null;
  }
}
