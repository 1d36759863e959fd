import { errorInText } from "./error-in-text.ts";

type CleanFilename = { ok: true; filename: string } | { ok: false; reason: string };

/** No real file name is longer. A longer one is refused unread. */
const MAX_INPUT_LENGTH = 2_000;
/** The limit of file systems for a name. */
const MAX_OCTETS = 255;
/** The text after the last dot of a long name is an extension only up to this length. */
const MAX_EXTENSION_OCTETS = 32;
/** Text direction marks: with them `cod.exe` can be shown as `exe.doc`. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu;

/**
 * The name under which a recipient may save the file: the last component of a path, without misleading direction marks, cut
 * to 255 octets with its extension kept.
 */
export function cleanFilename(name: string): CleanFilename {
  if (name.length > MAX_INPUT_LENGTH) return refuse(`It is longer than ${MAX_INPUT_LENGTH} characters.`);
  const problem = errorInText(name);
  if (problem !== null) return refuse(problem);
  // RFC 2183 §2.3: the name must not contain a path. Windows drops spaces and dots at the end of a name.
  const last = name.replace(DIRECTION_MARKS, "").split(/[/\\]/).at(-1) ?? "";
  const filename = last.trim().replace(/[. ]+$/, "");
  return filename === "" ? refuse("It does not contain a file name.") : { ok: true, filename: cut(filename) };
}

function cut(filename: string): string {
  if (Buffer.byteLength(filename) <= MAX_OCTETS) return filename;
  const dot = filename.lastIndexOf(".");
  const extension = dot > 0 ? filename.slice(dot) : "";
  const kept = Buffer.byteLength(extension) <= MAX_EXTENSION_OCTETS ? extension : "";
  const stem = filename.slice(0, filename.length - kept.length);
  return `${firstOctets(stem, MAX_OCTETS - Buffer.byteLength(kept)).trimEnd()}${kept}`;
}

/** The longest beginning of complete code points that fits. */
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
