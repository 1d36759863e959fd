type ReadContentId = { ok: true; contentId: string } | { ok: false; reason: string };

/**
 * What an `img` can name as `cid:…` (RFC 2392 §2) and needs no escape there. RFC 2045 §7 wants the form of a message
 * id, but a plain `logo` is what people write and what readers find.
 */
const CONTENT_ID = /^[\w!#$&'*+/=^`{|}~.@-]{1,128}$/;

/** Reads a content id: bare, in its brackets, or as the `cid:` URL that points to it; returns it bare. */
export function readContentId(text: string): ReadContentId {
  const bracketed = text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text;
  const contentId = bracketed.replace(/^cid:/i, "");
  if (CONTENT_ID.test(contentId)) return { ok: true, contentId };
  const reason = "A content id has 1 to 128 letters, digits and characters such as . - _ @, without spaces.";
  return { ok: false, reason };
}
