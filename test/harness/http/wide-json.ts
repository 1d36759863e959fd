const MB = 1_000_000;
export type WideJson = { what: string; body: Buffer };

/** JSON with an expensive structure: about `bytes` of each kind, to send as a body and as each field of one. */
export function wideJson(bytes: number): WideJson[] {
  const repeated = (unit: string) => unit.repeat(Math.floor(bytes / unit.length));
  const members = Array.from({ length: Math.floor(bytes / 12) }, (_, n) => `"k${n}":1`).join();
  const rows: [string, string][] = [
    ["members", `{${members}}`],
    ["numbers", `[${repeated("1,")}1]`],
    ["texts", `[${repeated('"a",')}"a"]`],
    ["empty objects", `[${repeated("{},")}{}]`],
    ["nested arrays", `[${repeated("[[[]]],")}[]]`],
    ["open brackets", repeated("[")],
    ["commas", `[${repeated(",")}]`],
    ["colons", `{${repeated(":")}}`],
    ["a text of commas", `"${repeated(",")}"`],
    ["a text of addresses", `"${repeated("a@b.example, ")}"`],
    ["a text of quotation marks", `"${repeated('\\"')}"`],
    ["a text of backslashes", `"${repeated("\\\\")}"`],
    ["a text of angle brackets", `"${repeated("<")}"`],
    ["a number of digits", repeated("9")],
    ["blanks", `{${repeated(" ")}}`],
  ];
  return rows.map(([what, text]) => ({
    what: `${what}, ${(bytes / MB).toFixed(1)} MB`,
    body: Buffer.from(text),
  }));
}

/** The maximum number of values. */
export function mostValues({ members, commas }: { members: number; commas: number }): WideJson[] {
  const list = (count: number, text: string) => `[${Array(count).fill(text).join()}]`;
  const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":"v"`).join();
  const names = namesOf(members);
  const rows: [string, string][] = [
    ["most members", `{${names}}`],
    ["most members of each object", list(Math.floor(members / 4_900), `{${namesOf(4_900)}}`)],
    ["most numbers", list(commas, "1")],
    ["most texts", list(commas, '"a"')],
    ["most empty objects", list(commas, "{}")],
    ["most objects", list(members, '{"a":1}')],
    ["most arrays of 900 texts", list(Math.floor(commas / 901), list(900, '"a"'))],
  ];
  return rows.map(([what, text]) => ({ what, body: Buffer.from(text) }));
}
