import type { SinkOptions } from "./smtp-script.ts";

/** The replies to EHLO and HELO (RFC 5321 §4.1.1.1). */
export function helloReply(sink: SinkOptions, { verb, secure }: { verb: string; secure: boolean }): string {
  if (verb === "HELO") return "250 sink.example";
  const { pipelining = true, size, eightBitMime, smtpUtf8, tls, auth = [] } = sink;
  const offers = [
    "sink.example",
    ...(pipelining ? ["PIPELINING"] : []),
    ...(size === undefined ? [] : [`SIZE ${size}`]),
    // RFC 6531 §3.1: a server that offers SMTPUTF8 must offer 8BITMIME.
    ...(eightBitMime === true || smtpUtf8 === true ? ["8BITMIME"] : []),
    ...(smtpUtf8 === true ? ["SMTPUTF8"] : []),
    ...(tls === "starttls" && !secure ? ["STARTTLS"] : []),
    ...(auth.length > 0 ? [`AUTH ${auth.join(" ")}`] : []),
    "ENHANCEDSTATUSCODES",
  ];
  return offers.map((offer, index) => `250${index === offers.length - 1 ? " " : "-"}${offer}`).join("\r\n");
}

/** The path and the parameters of MAIL or RCPT. */
export function mailCommand(line: string): { address: string; parameters: string } {
  const open = line.indexOf("<");
  const close = line.lastIndexOf(">");
  return { address: line.slice(open + 1, close), parameters: line.slice(close + 1).trim() };
}

/** Undoes dot-stuffing (RFC 5321 §4.5.2). */
export function unstuff(stuffed: Buffer): Buffer {
  if (stuffed[0] !== 0x2e && !stuffed.includes("\r\n.")) return stuffed;
  return Buffer.from(stuffed.toString("latin1").replace(/(^|\r\n)\./g, "$1"), "latin1");
}

type Credentials = { mechanism: string; user: string; pass: string };
type Ending = Promise<void> | undefined;

/** RFC 4954 with PLAIN and LOGIN: asks for credentials that are not in the command, then checks them. */
export function askCredentials(
  line: string,
  prompt: (challenge: string, onLine: (line: string) => Ending) => Ending,
  judge: (credentials: Credentials) => Ending,
): Ending {
  const [, mechanism = "", initial] = line.split(" ");
  const plain = (response: string) => {
    const [, user = "", pass = ""] = fromBase64(response).split("\0");
    return judge({ mechanism, user, pass });
  };
  if (mechanism === "PLAIN") return initial === undefined ? prompt("", plain) : plain(initial);
  return prompt("VXNlcm5hbWU6", (user) =>
    prompt("UGFzc3dvcmQ6", (pass) => judge({ mechanism, user: fromBase64(user), pass: fromBase64(pass) })),
  );
}

function fromBase64(text: string): string {
  return Buffer.from(text, "base64").toString();
}
