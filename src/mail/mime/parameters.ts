import { foldHeader } from "./header-lines.ts";

/** RFC 2045 §5.1: a value that needs no quotes. */
const TOKEN = /^[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+$/;
/** The longest value that fits in a line of 76 characters with its parameter name and the `;`. */
const MAX_PLAIN_LENGTH = 60;
/**
 * The space for a section in a line of 76 characters. The other characters are its name, at most `filename*12*=utf-8''`, and
 * the `;`.
 */
const MAX_SECTION_LENGTH = 54;
/**
 * A name that every mail program reads unchanged from a quoted string: no blank that could be lost, no escape, no `=?`, `%`
 * or `;`.
 */
const PLAIN_FILENAME = /^[\w!#$&()+,\-.=@[\]^`{}~]+(?: [\w!#$&()+,\-.=@[\]^`{}~]+)*$/;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** RFC 2231 §7 attribute-char, without characters that some mail programs treat as special. */
const BARE = /[A-Za-z0-9._-]/;
const MAX_FALLBACK_LENGTH = 50;

/** A header with parameters, folded before each: RFC 2045 §5.1. */
export function parameterHeader(name: string, value: string, parameters: string[]): string {
  const pieces = [value, ...parameters.map((text) => ` ${text}`)];
  return foldHeader(
    name,
    pieces.map((piece, index) => (index < pieces.length - 1 ? `${piece};` : piece)),
  );
}

/** `name=value`, quoted if necessary. The value is printable ASCII. */
export function parameter(name: string, value: string): string {
  return `${name}=${TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`}`;
}

/** RFC 2183 §2.3: the file's name, in RFC 2231 form when it is not plain ASCII. */
export function filenameParameters(filename: string): string[] {
  const name = oneLine(filename);
  if (name === "") return [];
  return isPlain(name) ? [`filename="${name}"`] : extendedParameter("filename", name);
}

/**
 * The name in ASCII, as the older `name` of Content-Type, for mail programs that do not support RFC 2231. Programs that
 * support it would reject a second `filename`.
 */
export function fallbackNameParameters(filename: string): string[] {
  const name = oneLine(filename);
  return name === "" || isPlain(name) ? [] : [`name="${inAscii(name)}"`];
}

/** RFC 2231 §4: `name*=utf-8''value`. If that is too long for a line, in sections (§3): `name*0*=`, `name*1*=`. */
function extendedParameter(name: string, value: string): string[] {
  const sections: string[] = [];
  let section = "";
  // Readers decode each section separately, so each contains complete code points.
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

/** Replaces control characters with spaces: they would take effect when a mail program decodes the text. */
function oneLine(filename: string): string {
  return filename.toWellFormed().replace(CONTROLS, " ").trim();
}

function isPlain(name: string): boolean {
  return name.length <= MAX_PLAIN_LENGTH && PLAIN_FILENAME.test(name);
}

/**
 * `Übersicht März.pdf` becomes `Ubersicht Marz.pdf`. Other characters become `_`. A long stem is cut; the extension is kept.
 */
function inAscii(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\w .-]/gu, "_");
  if (ascii.length <= MAX_FALLBACK_LENGTH) return ascii;
  const extension = /\.\w{1,16}$/.exec(ascii)?.[0] ?? "";
  return `${ascii.slice(0, MAX_FALLBACK_LENGTH - extension.length)}${extension}`;
}
