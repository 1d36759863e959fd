type Random = () => number;

const ODD_ENDS = ["\n", "\r", "\r\r\n", "\n\r", "\r\n\0", "\n.\n", "\r\n.\n", "\n.\r\n", "\r.\r\n", "\0", ""];
const ODD_LINES = [
  "STARTTLS\r\n",
  "RSET\r\n",
  "NOOP\r\n",
  "VRFY root\r\n",
  "HELP\r\n",
  "BDAT 10 LAST\r\n",
  "DATA\r\n",
  "QUIT\r\n",
  "AUTH LOGIN\r\n",
  "AUTH CRAM-MD5\r\n",
  "*\r\n",
  ".\r\n",
  "EHLO again.test\r\n",
  "HELO again.test\r\n",
  "MAIL FROM:<>\r\n",
  "MAIL FROM:<a@b.test> SIZE=99999999999999999999 BODY=8BITMIME X=Y\r\n",
  'RCPT TO:<@a,@b:"c d"@e.test> NOTIFY=NEVER\r\n',
  "GET / HTTP/1.1\r\n",
  "XCLIENT ADDR=127.0.0.1\r\n",
  "__proto__ constructor\r\n",
];

/** Applies one to four faults to a session: to its order, lines, line ends and bytes. */
export function mutateSession(session: readonly string[], random: Random): string[] {
  let parts = [...session];
  const faults = 1 + Math.floor(random() * 4);
  for (let n = 0; n < faults; n += 1) parts = pick(mutations, random)(parts, random);
  return parts;
}

const mutations: ((parts: string[], random: Random) => string[])[] = [
  (parts, random) => parts.toSpliced(index(parts, random), 1),
  (parts, random) => parts.toSpliced(index(parts, random), 0, pick(parts, random)),
  (parts, random) => parts.toSpliced(index(parts, random), 0, pick(ODD_LINES, random)),
  (parts, random) => change(parts, random, (part) => part.replace(/\r\n$/, pick(ODD_ENDS, random))),
  (parts, random) => change(parts, random, (part) => part.replace("\r\n", pick(ODD_ENDS, random))),
  (parts, random) => change(parts, random, (part) => part.slice(0, Math.floor(random() * part.length))),
  (parts, random) =>
    change(parts, random, (part) => insert(part, randomBytes(1 + random() * 20, random), random)),
  (parts, random) => change(parts, random, (part) => insert(part, "A".repeat(random() * 20_000), random)),
  (parts, random) => change(parts, random, (part) => insert(part, '<>()[]@:;\\,." \t', random)),
  (parts, random) => change(parts, random, (part) => flip(part, random)),
  // Without waiting: two parts in one packet; or one part in two.
  (parts, random) => {
    const at = index(parts, random);
    return parts.toSpliced(at, 2, parts.slice(at, at + 2).join(""));
  },
  (parts, random) => {
    const at = index(parts, random);
    const part = parts[at] ?? "";
    const cut = Math.floor(random() * part.length);
    return parts.toSpliced(at, 1, part.slice(0, cut), part.slice(cut));
  },
];

function index(parts: readonly unknown[], random: Random): number {
  return Math.floor(random() * parts.length);
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[index(from, random)] as T;
}

function change(parts: string[], random: Random, mutate: (part: string) => string): string[] {
  const at = index(parts, random);
  return parts.map((part, n) => (n === at ? mutate(part) : part));
}

function insert(part: string, text: string, random: Random): string {
  const at = Math.floor(random() * (part.length + 1));
  return part.slice(0, at) + text + part.slice(at);
}

function randomBytes(length: number, random: Random): string {
  return Array.from({ length }, () => String.fromCharCode(Math.floor(random() * 256))).join("");
}

function flip(part: string, random: Random): string {
  const at = Math.floor(random() * part.length);
  const flipped = part.charCodeAt(at) ^ (1 << Math.floor(random() * 8));
  return part.slice(0, at) + String.fromCharCode(flipped & 0xff) + part.slice(at + 1);
}
