type ReadContentId = { ok: true; contentId: string } | { ok: false; reason: string };

/**
 * An id that an `img` can reference as `cid:…` (RFC 2392 §2) without an escape. RFC 2045 §7 requires the form of a message
 * id, but many senders use a plain `logo`, and mail programs find it.
 */
const CONTENT_ID = /^[\w!#$&'*+/=^`{|}~.@-]{1,128}$/;

/** Reads a content id: bare, in brackets, or as the `cid:` URL that points to it. Returns the bare id. */
export function readContentId(text: string): ReadContentId {
  const bracketed = text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text;
  const contentId = bracketed.replace(/^cid:/i, "");
  if (CONTENT_ID.test(contentId)) return { ok: true, contentId };
  const reason = "A content id has 1 to 128 letters, digits and characters such as . - _ @, without spaces.";
  return { ok: false, reason };
}
