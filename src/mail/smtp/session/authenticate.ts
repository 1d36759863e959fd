import { classifyReply } from "../classify-reply.ts";
import type { Outcome } from "../outcome.ts";
import type { Answer } from "./dialogue.ts";
import type { Session } from "./job.ts";
import { answeredOutcome, brokenOutcome } from "./verdicts.ts";

type Credentials = { user: string; pass: string };

/**
 * Authenticates (RFC 4954) with PLAIN (RFC 4616) or, if the server does not offer it, with LOGIN. Returns null on success. A
 * failure concerns the relay and no recipient, so it is always deferred.
 */
export async function authenticate(session: Session, credentials: Credentials): Promise<Outcome | null> {
  const { auth } = session.capabilities;
  if (auth.has("PLAIN")) return await authPlain(session, credentials);
  if (auth.has("LOGIN")) return await authLogin(session, credentials);
  return refused(session, "it offers neither AUTH PLAIN nor AUTH LOGIN");
}

async function authPlain(session: Session, { user, pass }: Credentials): Promise<Outcome | null> {
  const response = base64(`\0${user}\0${pass}`);
  let answer = await sendSecret(session, `AUTH PLAIN ${response}`, "AUTH PLAIN ");
  // RFC 4954 §4: a server may request the response even though it came with the command.
  if (isChallenge(answer)) answer = await sendSecret(session, response);
  return verdictOf(session, answer);
}

async function authLogin(session: Session, { user, pass }: Credentials): Promise<Outcome | null> {
  let answer = await send(session, "AUTH LOGIN");
  if (isChallenge(answer)) answer = await sendSecret(session, base64(user));
  if (isChallenge(answer)) answer = await sendSecret(session, base64(pass));
  return verdictOf(session, answer);
}

function verdictOf(session: Session, answer: Answer): Outcome | null {
  if (!answer.ok) return refused(session, answer.problem);
  if (answer.reply.code === 235 && classifyReply("auth", answer.reply) === "proceed") return null;
  return answeredOutcome(session.host, "auth", answer.reply);
}

function refused({ host }: Session, problem: string): Outcome {
  return brokenOutcome(host, "auth", problem);
}

function send({ dialogue, timeouts }: Session, line: string): Promise<Answer> {
  dialogue.write(`${line}\r\n`);
  return dialogue.answer(timeouts.auth);
}

function sendSecret({ dialogue, timeouts }: Session, line: string, shown = ""): Promise<Answer> {
  dialogue.writeSecret(line, shown);
  return dialogue.answer(timeouts.auth);
}

function isChallenge(answer: Answer): boolean {
  return answer.ok && answer.reply.code === 334;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
