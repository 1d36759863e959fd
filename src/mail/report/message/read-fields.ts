/** Fields in order: names in lower case, values unfolded, not decoded. */
export type Fields = [name: string, value: string][];

/** RFC 5322 §2.2: a name is printable ASCII without the colon; §4.5.1 allows blanks before it. */
const FIELD = /^([!-9;-~]{1,76})[ \t]*:[ \t]*(.*)$/;
const MAX_FIELDS = 500;
/** Real headers are 5 to 50 kB. */
const MAX_BLOCK_LENGTH = 256 * 1024;
const MAX_VALUE_LENGTH = 4_096;

/**
 * Reads fields from lines that may be broken: a line that is not a field continues the previous one, because servers forget
 * to indent folded lines (`boundary=…` below `Content-Type: …;`).
 */
export function readFields(block: string): Fields {
  const fields: Fields = [];
  for (const line of block.slice(0, MAX_BLOCK_LENGTH).split("\n")) {
    if (line.trim() === "") continue;
    const match = /^[ \t]/.test(line) ? null : FIELD.exec(line);
    const last = fields.at(-1);
    if (match) {
      if (fields.length === MAX_FIELDS) break;
      fields.push([
        (match[1] as string).toLowerCase(),
        (match[2] as string).slice(0, MAX_VALUE_LENGTH).trim(),
      ]);
    } else if (last && !line.startsWith("From ") && last[1].length < MAX_VALUE_LENGTH) {
      last[1] = `${last[1]} ${line.slice(0, MAX_VALUE_LENGTH).trim()}`;
    }
  }
  return fields;
}

/** The first field of this name, or null. */
export function fieldOf(fields: Fields, name: string): string | null {
  return fields.find(([key]) => key === name)?.[1] ?? null;
}

export function fieldsNamed(fields: Fields, name: string): string[] {
  return fields.filter(([key]) => key === name).map(([, value]) => value);
}
