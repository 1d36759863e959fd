import { foldHeader } from "./header-lines.ts";

/** RFC 2045 §5.1: what needs no quotes. */
const TOKEN = /^[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+$/;
/** With its name and the `;` it stays within a line of 76. */
const MAX_PLAIN_LENGTH = 60;
/** A section's share of its line: the rest is its name, as `filename*12*=utf-8''` at the longest, and the `;`. */
const MAX_SECTION_LENGTH = 54;
/** A name that every reader takes from a quoted string as it is: no blank that gets lost, no escape, no `=?`, `%` or `;`. */
const PLAIN_FILENAME = /^[\w!#$&()+,\-.=@[\]^`{}~]+(?: [\w!#$&()+,\-.=@[\]^`{}~]+)*$/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** RFC 2231 §7 attribute-char, less what some reader treats as special. */
const BARE = /[A-Za-z0-9._-]/;
const MAX_FALLBACK_LENGTH = 50;

/** A header with parameters, folded before them: RFC 2045 §5.1. */
export function parameterHeader(name: string, value: string, parameters: string[]): string {
  const pieces = [value, ...parameters.map((written) => ` ${written}`)];
  return foldHeader(
    name,
    pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece};` : piece)),
  );
}

/** `name=value`, quoted where it must be. The value is printable ASCII. */
export function parameter(name: string, value: string): string {
  return `${name}=${TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`}`;
}

/** RFC 2183 §2.3: the file's name, as RFC 2231 has it where plain ASCII cannot say it. */
export function filenameParameters(filename: string): string[] {
  const name = oneLine(filename);
  if (name === "") return [];
  return isPlain(name) ? [`filename="${name}"`] : extendedParameter("filename", name);
}

/**
 * The name in ASCII, as the older `name` of Content-Type: readers that know nothing of RFC 2231 show it. A second
 * `filename` would be a problem in the eyes of those that do.
 */
export function fallbackNameParameters(filename: string): string[] {
  const name = oneLine(filename);
  return name === "" || isPlain(name) ? [] : [`name="${inAscii(name)}"`];
}

/** RFC 2231 §4: `name*=utf-8''value`; where that is too long for a line, §3: in sections, `name*0*=`, `name*1*=`. */
function extendedParameter(name: string, value: string): string[] {
  const sections: string[] = [];
  let section = "";
  // Readers decode section by section, so each holds whole code points.
  for (const char of value) {
    const encoded = percentEncode(char);
    if (section.length + encoded.length > MAX_SECTION_LENGTH) {
      sections.push(section);
      section = "";
    }
    section += encoded;
  }
  if (sections.length === 0) return [`${name}*=utf-8''${section}`];
  return [...sections, section].map(
    (text, index) => `${name}*${index}*=${index === 0 ? "utf-8''" : ""}${text}`,
  );
}

function percentEncode(char: string): string {
  if (BARE.test(char)) return char;
  let encoded = "";
  for (const byte of Buffer.from(char)) encoded += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return encoded;
}

/** Controls become a space: decoded, they would come to life in the reader. */
function oneLine(filename: string): string {
  return filename.toWellFormed().replace(CONTROLS, " ").trim();
}

function isPlain(name: string): boolean {
  return name.length <= MAX_PLAIN_LENGTH && PLAIN_FILENAME.test(name);
}

/** `Übersicht März.pdf` is `Ubersicht Marz.pdf`; what has no ASCII is `_`; a long stem is cut, the extension stays. */
function inAscii(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\w .-]/gu, "_");
  if (ascii.length <= MAX_FALLBACK_LENGTH) return ascii;
  const extension = /\.\w{1,16}$/.exec(ascii)?.[0] ?? "";
  return `${ascii.slice(0, MAX_FALLBACK_LENGTH - extension.length)}${extension}`;
}
