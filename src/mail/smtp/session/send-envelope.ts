import { needsSmtpUtf8 } from "../../address/index.ts";
import { classifyReply, endsSession } from "../classify-reply.ts";
import type { Stopwatch } from "../durations.ts";
import type { Phase, Reply } from "../outcome.ts";
import type { Answer } from "./dialogue.ts";
import type { JobWithNeeds, Session } from "./job.ts";
import type { Verdicts } from "./verdicts.ts";

/**
 * go: the server waits for the message. stop: the message is not sent. unstarted: the connection ended before the server
 * accepted MAIL.
 */
export type EnvelopeEnd = "go" | "stop" | "unstarted";

type Transaction = { session: Session; verdicts: Verdicts };

/**
 * Sends MAIL, RCPT… and DATA. With PIPELINING they are sent in one write and the replies are read in order (RFC 2920 §3.1).
 */
export async function sendEnvelope(
  session: Session,
  job: JobWithNeeds,
  verdicts: Verdicts,
  stopwatch: Stopwatch,
): Promise<EnvelopeEnd> {
  if (session.needsReset && !(await reset(session, verdicts))) return "unstarted";
  const { dialogue, timeouts } = session;
  const { pipelining } = session.capabilities;
  const transaction = { session, verdicts };
  const open = verdicts.open;
  const mail = mailCommand(session, job, open);
  const recipients = open.map((index) => `RCPT TO:<${job.recipients[index]}>\r\n`);
  if (pipelining) dialogue.write(`${mail}${recipients.join("")}DATA\r\n`);
  const ask = (phase: Phase, command = ""): Promise<Answer> => {
    if (!pipelining) dialogue.write(command);
    return dialogue.answer(timeouts[phase]);
  };

  const mailAnswer = await ask("mail", mail);
  stopwatch.end("mail");
  const mailEnd = readMailReply(transaction, mailAnswer);
  if (mailEnd !== "go") {
    if (pipelining) await readUnwanted(session, open.length);
    return mailEnd;
  }
  for (const [position, index] of open.entries()) {
    const answer = await ask("rcpt", recipients[position]);
    stopwatch.end("rcpt");
    if (!readRecipientReply(transaction, answer, index)) return "stop";
  }
  if (!pipelining && !verdicts.isOpen) {
    session.needsReset = true;
    return "stop";
  }
  const dataAnswer = await ask("data", "DATA\r\n");
  stopwatch.end("data");
  return await readDataReply(transaction, dataAnswer);
}

/** Sends RSET, because a transaction that ended without a message leaves its sender set. */
async function reset(session: Session, verdicts: Verdicts): Promise<boolean> {
  session.dialogue.write("RSET\r\n");
  const answer = await session.dialogue.answer(session.timeouts.mail);
  session.needsReset = false;
  if (answer.ok && answer.reply.code === 250) return true;
  session.dialogue.destroy("it did not accept RSET");
  verdicts.breakAll("mail", session.dialogue.problem ?? "");
  return false;
}

function mailCommand({ capabilities }: Session, job: JobWithNeeds, open: number[]): string {
  const utf8 =
    job.smtpUtf8 || needsSmtpUtf8(job.from) || open.some((at) => needsSmtpUtf8(job.recipients[at] ?? ""));
  const size = capabilities.size ? ` SIZE=${job.message.length}` : "";
  const body = job.eightBitMime ? " BODY=8BITMIME" : ""; // RFC 6152 §2 (4)
  return `MAIL FROM:<${job.from}>${size}${body}${utf8 ? " SMTPUTF8" : ""}\r\n`;
}

function readMailReply({ session, verdicts }: Transaction, answer: Answer): EnvelopeEnd {
  if (!answer.ok) {
    verdicts.breakAll("mail", answer.problem);
    return "unstarted";
  }
  if (classifyReply("mail", answer.reply) === "proceed") return "go";
  verdicts.answerAll("mail", answer.reply);
  const over = leaveIfOver(session, "mail", answer.reply);
  return over && answer.reply.code >= 400 ? "unstarted" : "stop";
}

/** Reads the reply to one RCPT, which concerns that recipient alone. Returns false when no other reply will follow. */
function readRecipientReply({ session, verdicts }: Transaction, answer: Answer, index: number): boolean {
  if (!answer.ok) {
    verdicts.breakAll("rcpt", answer.problem);
    return false;
  }
  if (classifyReply("rcpt", answer.reply) === "proceed") return true;
  verdicts.answer(index, "rcpt", answer.reply);
  if (!leaveIfOver(session, "rcpt", answer.reply)) return true;
  verdicts.answerAll("rcpt", answer.reply);
  return false;
}

async function readDataReply({ session, verdicts }: Transaction, answer: Answer): Promise<EnvelopeEnd> {
  if (!answer.ok) {
    verdicts.breakAll("data", answer.problem);
    return "stop";
  }
  const proceeds = classifyReply("data", answer.reply) === "proceed";
  if (proceeds && verdicts.isOpen) return "go";
  if (proceeds) await sendNothing(session);
  else {
    verdicts.answerAll("data", answer.reply);
    session.needsReset = true;
    leaveIfOver(session, "data", answer.reply);
  }
  return "stop";
}

/** Reads and ignores the replies to RCPT… and DATA, which were sent together with a refused MAIL. */
async function readUnwanted(session: Session, recipients: number): Promise<void> {
  for (let count = 0; count < recipients; count += 1) await session.dialogue.answer(session.timeouts.rcpt);
  const data = await session.dialogue.answer(session.timeouts.data);
  if (data.ok && data.reply.code === 354) await sendNothing(session);
}

/** RFC 2920 §3.1: a server that accepts DATA without any recipient gets an empty message. */
async function sendNothing({ dialogue, timeouts }: Session): Promise<void> {
  dialogue.write(".\r\n");
  await dialogue.answer(timeouts.dot);
}

function leaveIfOver({ dialogue }: Session, phase: Phase, reply: Reply): boolean {
  const over = endsSession(phase, reply);
  if (over) dialogue.destroy(`it replied ${reply.line}`);
  return over;
}
