import { endsSession } from "../classify-reply.ts";
import { type Durations, Stopwatch } from "../durations.ts";
import type { Outcome } from "../outcome.ts";
import { stuffDots, terminatorOf } from "./dot-stuffing.ts";
import type { Job, Session, Transacted } from "./job.ts";
import { needsOfMessage } from "./needs-of-message.ts";
import { refuseLocally } from "./refuse-locally.ts";
import { sendEnvelope } from "./send-envelope.ts";
import { Verdicts } from "./verdicts.ts";

/** A larger message is sent in pieces, each with its own timeout. The last piece carries the dot. */
const PIECE_BYTES = 64 * 1_024;

/**
 * Sends MAIL, RCPT…, DATA, the message and the final dot. Never rejects: every recipient gets an outcome.
 *
 * RFC 2920 §3.1 allows the next MAIL to be sent together with the dot. We do not do that, because the next message would be
 * tied to a connection whose dot may wait ten minutes for a reply, while other connections are free. The gain is a factor of
 * 1.7 in a bare loop over loopback, and nothing in real deliveries.
 */
export async function transact(session: Session, requested: Job): Promise<Transacted> {
  const job = { ...requested, ...needsOfMessage(requested.message) };
  const verdicts = new Verdicts(session.host, job.recipients.length);
  session.dialogue.transcript.beginTransaction();
  refuseLocally(session, job, verdicts);
  if (!verdicts.isOpen) return { outcomes: verdicts.take(), unstarted: false };
  const stopwatch = new Stopwatch(session.opening ?? {});
  session.opening = null;
  const envelope = await sendEnvelope(session, job, verdicts, stopwatch);
  if (envelope === "go") await sendMessage(session, job, verdicts, stopwatch);
  return {
    outcomes: finishOutcomes(session, verdicts, stopwatch.durations),
    unstarted: envelope === "unstarted",
  };
}

/** Adds the TLS version, the transcript and the durations, which all outcomes share. */
function finishOutcomes(
  { dialogue, plaintext, isClosedByUs }: Session,
  verdicts: Verdicts,
  durations: Durations,
): Outcome[] {
  const { tls } = dialogue;
  const shared = { tls, plaintext, durations, transcript: dialogue.transcript.toString() };
  return verdicts.take().map((outcome) => {
    const isOurs = isClosedByUs && outcome.kind === "deferred" && outcome.reply === null;
    return { ...outcome, ...shared, ...(isOurs && { untried: "closing" as const }) };
  });
}

async function sendMessage(
  session: Session,
  job: Job,
  verdicts: Verdicts,
  stopwatch: Stopwatch,
): Promise<void> {
  const { dialogue, timeouts } = session;
  const message = stuffDots(job.message);
  const last = Math.max(0, Math.ceil(message.length / PIECE_BYTES) - 1) * PIECE_BYTES;
  for (let at = 0; at < last; at += PIECE_BYTES) {
    const piece = message.subarray(at, at + PIECE_BYTES);
    if (!(await dialogue.writeThrough(piece, timeouts.body))) return readRefusalOfBody(session, verdicts);
  }
  if (dialogue.problem !== null || !dialogue.isQuiet) return readRefusalOfBody(session, verdicts);
  if (job.maySendFinalDot && !(await job.maySendFinalDot())) {
    verdicts.withhold();
    return dialogue.destroy("a message was withheld before its end");
  }
  if (dialogue.problem !== null || !dialogue.isQuiet) return readRefusalOfBody(session, verdicts);
  dialogue.transcript.addNote(`a message of ${message.length} bytes and its end`);
  // From here the server may act on the message: the last piece and the dot are written to the socket together.
  dialogue.write(message.subarray(last), terminatorOf(message));
  stopwatch.end("data");
  const answer = await dialogue.answer(timeouts.dot);
  stopwatch.end("reply");
  if (!answer.ok) verdicts.breakAll("dot", answer.problem);
  else {
    verdicts.answerAll("dot", answer.reply);
    if (endsSession("dot", answer.reply)) dialogue.destroy(`it replied ${answer.reply.line}`);
  }
}

/**
 * Reads the reply of a server that replied or closed the connection before the dot. The server does not have the message;
 * its reply may state the reason.
 */
async function readRefusalOfBody({ dialogue, timeouts }: Session, verdicts: Verdicts): Promise<void> {
  const answer = await dialogue.answer(timeouts.body);
  if (answer.ok) verdicts.answerAll("body", answer.reply);
  else verdicts.breakAll("body", answer.problem);
  dialogue.destroy("it did not accept the whole message");
}
