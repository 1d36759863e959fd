/** RFC 8461 §3.1. Fields after id are for later versions and are ignored. */
const RECORD = /^v=STSv1[ \t]*(?:;[ \t]*[A-Za-z0-9][\w.-]{0,31}=[\x21-\x3a\x3c\x3e-\x7e]+[ \t]*)+;?[ \t]*$/;
const ID = /;[ \t]*id=([A-Za-z0-9]{1,32})[ \t]*(?:;|$)/;

/** The policy id that the TXT records at _mta-sts announce, or null. */
export function readStsRecord(texts: readonly string[]): string | null {
  // RFC 8461 §3.1: other records are ignored; several STSv1 records, or an invalid one, count as none.
  const [text, ...more] = texts.filter((candidate) => /^v=STSv1[ \t]*;/.test(candidate));
  if (text === undefined || more.length > 0 || !RECORD.test(text)) return null;
  return ID.exec(text)?.[1] ?? null;
}
