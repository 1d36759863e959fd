const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/**
 * Returns the message as it is sent, without its terminator. A line that begins with a dot gets another dot (RFC 5321
 * §4.5.2). A bare CR or LF becomes CRLF (§2.3.8), because a server that treats it as a line end would read a second message
 * inside the first. Returns the same buffer if nothing changes, which is the normal case.
 */
export function stuffDots(message: Buffer): Buffer {
  let added = message[0] === DOT ? 1 : 0;
  for (let at = 0; at < message.length; at += 1) {
    const byte = message[at] as number;
    // Most bytes: the loop runs over each byte of each message.
    if (byte > CR) continue;
    if (byte === LF ? message[at - 1] !== CR : byte === CR && message[at + 1] !== LF) added += 1;
    else if (byte !== LF) continue;
    if (message[at + 1] === DOT) added += 1;
  }
  return added === 0 ? message : copyStuffed(message, added);
}

/** The bytes that end the message. RFC 5321 §4.1.1.4: the first CRLF is the end of its last line. */
export function terminatorOf(message: Buffer): string {
  const complete =
    message.length >= 2 && message[message.length - 2] === CR && message[message.length - 1] === LF;
  return complete || message.length === 0 ? ".\r\n" : "\r\n.\r\n";
}

function copyStuffed(message: Buffer, added: number): Buffer {
  const out = Buffer.allocUnsafe(message.length + added);
  let to = 0;
  let lineStart = true;
  for (let at = 0; at < message.length; at += 1) {
    const byte = message[at] as number;
    if (byte === DOT && lineStart) out[to++] = DOT;
    lineStart = byte === LF || byte === CR;
    if (lineStart) {
      if (byte === CR && message[at + 1] === LF) at += 1;
      out[to++] = CR;
      out[to++] = LF;
    } else out[to++] = byte;
  }
  return out;
}
