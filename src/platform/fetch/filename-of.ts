import type { IncomingHttpHeaders } from "node:http";

/** The file name from Content-Disposition, otherwise the last part of the path, not sanitized. Null if there is none. */
export function filenameOf(url: URL, headers: IncomingHttpHeaders): string | null {
  const disposition = headers["content-disposition"] ?? "";
  const lastPart = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  return extendedName(disposition) ?? plainName(disposition) ?? decode(lastPart);
}

/** RFC 6266 §4.3: `filename*` (RFC 8187) takes precedence over `filename`. */
function extendedName(disposition: string): string | null {
  return decode(/;\s*filename\*\s*=\s*utf-8'[^';]*'([^;\s]+)/i.exec(disposition)?.[1] ?? "");
}

function plainName(disposition: string): string | null {
  const found = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition);
  const name = found?.[1]?.replace(/\\(.)/g, "$1") ?? found?.[2] ?? "";
  return name === "" ? null : name;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return text;
  }
}
