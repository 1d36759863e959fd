/** RFC 8461 §3.1; what follows id is for later versions and is passed over. */
const RECORD = /^v=STSv1[ \t]*(?:;[ \t]*[A-Za-z0-9][\w.-]{0,31}=[\x21-\x3a\x3c\x3e-\x7e]+[ \t]*)+;?[ \t]*$/;
const ID = /;[ \t]*id=([A-Za-z0-9]{1,32})[ \t]*(?:;|$)/;

/** The id of the policy that the TXT records at _mta-sts announce; null when they announce none. */
export function readStsRecord(texts: readonly string[]): string | null {
  // RFC 8461 §3.1: the records of others do not count; more than one, or a invalid one, is none.
  const [text, ...more] = texts.filter((candidate) => /^v=STSv1[ \t]*;/.test(candidate));
  if (text === undefined || more.length > 0 || !RECORD.test(text)) return null;
  return ID.exec(text)?.[1] ?? null;
}
