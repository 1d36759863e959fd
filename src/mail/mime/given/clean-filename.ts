import { errorInText } from "./error-in-text.ts";

type CleanFilename = { ok: true; filename: string } | { ok: false; reason: string };

/** Beyond this nobody meant a file name; it is refused before it is looked at. */
const MAX_GIVEN_LENGTH = 2_000;
/** What file systems take as a name. */
const MAX_OCTETS = 255;
/** What follows the last dot of a longer name is no extension. */
const MAX_EXTENSION_OCTETS = 32;
/** The marks that turn the direction of what follows: with them `cod.exe` can be shown as `exe.doc`. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu;

/**
 * The name under which a reader may save the file: the last component of a path, without marks that make it look like
 * another, cut to 255 octets with its extension kept.
 */
export function cleanFilename(name: string): CleanFilename {
  if (name.length > MAX_GIVEN_LENGTH) return refuse(`It is longer than ${MAX_GIVEN_LENGTH} characters.`);
  const problem = errorInText(name);
  if (problem !== null) return refuse(problem);
  // RFC 2183 §2.3: a reader must not see a path in it. Windows drops spaces and dots at the end of a name.
  const last = name.replace(DIRECTION_MARKS, "").split(/[/\\]/).at(-1) ?? "";
  const filename = last.trim().replace(/[. ]+$/, "");
  return filename === "" ? refuse("It has no name of a file.") : { ok: true, filename: cut(filename) };
}

function cut(filename: string): string {
  if (Buffer.byteLength(filename) <= MAX_OCTETS) return filename;
  const dot = filename.lastIndexOf(".");
  const extension = dot > 0 ? filename.slice(dot) : "";
  const kept = Buffer.byteLength(extension) <= MAX_EXTENSION_OCTETS ? extension : "";
  const stem = filename.slice(0, filename.length - kept.length);
  return `${firstOctets(stem, MAX_OCTETS - Buffer.byteLength(kept)).trimEnd()}${kept}`;
}

/** The longest beginning of whole code points that fits. */
function firstOctets(text: string, octets: number): string {
  let kept = "";
  let left = octets;
  for (const char of text) {
    left -= Buffer.byteLength(char);
    if (left < 0) break;
    kept += char;
  }
  return kept;
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
