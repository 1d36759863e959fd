/** Forged reports of an attacker who wants to stop mail to an address. */

/** The attacker's knowledge: the domain, its recipients, and the return paths of accomplices. */
export type Knowledge = {
  domain: string;
  victims: string[];
  known: { owner: string; path: string }[];
  random: () => number;
};
export type Forgery = { kind: string; to: string; message: string };

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** The nth forgery. All kinds occur, about victims and about the owners of modified return paths. */
export function forge(n: number, { domain, victims, known, random }: Knowledge): Forgery {
  const kinds = Object.keys(addresses);
  const kind = kinds[n % kinds.length] as keyof typeof addresses;
  const { owner, path } = pick(known, random);
  const about = random() < 0.5 ? owner : pick(victims, random);
  const message = random() < 0.3 ? complaintAbout(about) : bounceOf(about);
  return { kind, to: `${addresses[kind]({ path: localPart(path), about, random })}@${domain}`, message };
}

type Aim = { path: string; about: string; random: () => number };

const addresses = {
  /** One character changed: recipient, day or signature. In the last character some bits are unused. */
  changed: ({ path, random }: Aim) => {
    const at = 1 + Math.floor(random() * (path.length - 2));
    const other = pick(
      [...BASE32].filter((character) => character !== path[at]?.toLowerCase()),
      random,
    );
    return path.slice(0, at) + other + path.slice(at + 1);
  },
  /** The start of a return path, followed by other text. */
  grafted: ({ path, random }: Aim) => {
    const at = 2 + Math.floor(random() * 50);
    return path.slice(0, at) + randomText(path.length - at, random);
  },
  shortened: ({ path, random }: Aim) => path.slice(0, 20 + Math.floor(random() * 35)),
  guessed: ({ random }: Aim) => `b${randomText(55, random)}`,
  /** In the forms of other programs. */
  plain: ({ about, random }: Aim) =>
    pick(
      [
        `bounce+${about.replace("@", "=")}`,
        `bounces-${randomText(6, random)}`,
        "mailer-daemon",
        `b-${about.replace("@", "=")}`,
      ],
      random,
    ),
  people: ({ random }: Aim) => pick(["postmaster", "abuse"], random),
};

function localPart(path: string): string {
  return path.slice(0, path.indexOf("@"));
}

function pick<T>(list: T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

function randomText(length: number, random: () => number): string {
  return Array.from({ length }, () => pick([...BASE32], random)).join("");
}

/** A well-formed permanent failure (RFC 3464). */
export function bounceOf(recipient: string): string {
  return lines(
    "From: MAILER-DAEMON@mx.elsewhere.test",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    `<${recipient}>: 550 5.1.1 User unknown`,
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.elsewhere.test",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822; ${recipient}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 User unknown",
    "",
    "--b--",
  );
}

/** A complaint (RFC 5965). */
function complaintAbout(recipient: string): string {
  return lines(
    "From: fbl@reporter.test",
    "Subject: Abuse report",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "This is an email abuse report.",
    "--b",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: reporter/1",
    "Version: 1",
    `Original-Rcpt-To: ${recipient}`,
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "From: proof@posthouse.test",
    `To: ${recipient}`,
    "Subject: Before",
    "",
    "x",
    "--b--",
  );
}

function lines(...all: string[]): string {
  return all.map((line) => `${line}\r\n`).join("");
}
