/** Messages (RFC 5322) that are expensive for careless parsers, each of about the requested size. */
export const hostileMessages: Record<string, (bytes: number) => Buffer> = {
  "empty parts": (bytes) => message(mixed("b"), repeat("--b\r\n\r\n", bytes)),
  "parts with a header": (bytes) =>
    message(mixed("b"), repeat("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n", bytes)),
  "attached files": (bytes) =>
    message(
      mixed("b"),
      repeat("--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\nx\r\n", bytes),
    ),
  "nested multiparts": (bytes) => {
    const levels = Math.floor(bytes / 50);
    const inner = Array.from({ length: levels }, (_, n) => `--b${n}\r\n${mixed(`b${n + 1}`)}\r\n`);
    return message(mixed("b0"), inner.join(""));
  },
  "messages in messages": (bytes) =>
    message("Content-Type: message/rfc822", repeat("Content-Type: message/rfc822\r\n\r\n", bytes)),
  "flowed lines": (bytes) =>
    message("Content-Type: text/plain; format=flowed; delsp=yes", repeat("x \r\n", bytes)),
  "quoted flowed lines": (bytes) =>
    message("Content-Type: text/plain; format=flowed", repeat(`${">".repeat(500)} x \r\n`, bytes)),
  "many header fields": (bytes) => message(repeat("X-A: b\r\n", Math.min(bytes, 900_000)).trim(), "x"),
  "one folded header field": (bytes) =>
    message(`X-A: b\r\n${repeat(" c\r\n", Math.min(bytes, 900_000))}`.trim(), "x"),
  "encoded words": (bytes) =>
    message(`Subject: x\r\n${repeat(" =?utf-8?q?=C3=A4?=\r\n", Math.min(bytes, 900_000))}`.trim(), "x"),
  "recipients in the header": (bytes) =>
    message(`To: a@b.test\r\n${repeat(" ,a@b.test\r\n", Math.min(bytes, 900_000))}`.trim(), "x"),
  "comments in the header": (bytes) =>
    message(`To: a@b.test\r\n${repeat(" ((((((\r\n", Math.min(bytes, 900_000))}`.trim(), "x"),
  "parameters of a part": (bytes) =>
    message(`Content-Type: text/plain\r\n${repeat(" ;a*0*=b\r\n", Math.min(bytes, 900_000))}`.trim(), "x"),
  "base64 of a file": (bytes) =>
    message(
      "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64",
      repeat(`${"QUJD".repeat(19)}\r\n`, bytes),
    ),
  "base64 of one letter a line": (bytes) =>
    message("Content-Type: text/html\r\nContent-Transfer-Encoding: base64", repeat("Q\r\n", bytes)),
  "quoted-printable": (bytes) =>
    message(
      "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable",
      repeat("=41=\r\n", bytes),
    ),
  "text of short lines": (bytes) => message("Content-Type: text/plain", repeat("x\r\n", bytes)),
  "text of empty lines": (bytes) => message("Content-Type: text/plain", repeat("\r\n", bytes)),
  "HTML parts": (bytes) =>
    message(mixed("b"), repeat("--b\r\nContent-Type: text/html\r\n\r\n<b>\r\n", bytes)),
  "HTML of nested elements": (bytes) => message("Content-Type: text/html", repeat("<div>\r\n", bytes)),
  "uuencoded text": (bytes) =>
    message(
      "Content-Type: text/plain\r\nContent-Transfer-Encoding: x-uuencode",
      repeat("begin 644 x\r\n#0V%T\r\nend\r\n", bytes),
    ),
};

function message(fields: string, body: string): Buffer {
  const header = `From: ada@example.com\r\nTo: grace@simulator.test\r\nSubject: hostile\r\nMIME-Version: 1.0\r\n`;
  const own = fields.startsWith("Subject:") ? header.replace("Subject: hostile\r\n", "") : header;
  return Buffer.from(
    `${fields.startsWith("To:") ? own.replace(/To: .*\r\n/, "") : own}${fields}\r\n\r\n${body}`,
  );
}

function mixed(boundary: string): string {
  return `Content-Type: multipart/mixed; boundary=${boundary}\r\n`;
}

function repeat(piece: string, bytes: number): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
}
