/** RFC 6532: a header beyond ASCII makes a message that only SMTPUTF8 may carry, whatever its envelope. */
export function hasUtf8Header(message: Buffer): boolean {
  const end = message.indexOf("\r\n\r\n");
  const length = end < 0 ? message.length : end;
  for (let at = 0; at < length; at += 1) if ((message[at] as number) > 0x7f) return true;
  return false;
}
