import { classifyReply } from "../classify-reply.ts";
import type { Outcome, Phase, Reply } from "../outcome.ts";

/** What is said when the conversation breaks while this was the matter. */
const BROKE: Record<Phase, string> = {
  connect: "could not be reached",
  greeting: "did not greet",
  ehlo: "did not answer EHLO",
  starttls: "did not answer STARTTLS",
  tls: "did not complete the TLS handshake",
  auth: "did not answer AUTH",
  mail: "did not answer MAIL FROM",
  rcpt: "did not answer RCPT TO",
  data: "did not answer DATA",
  body: "did not take the message to its end",
  dot: "did not confirm the message after its end, so it may or may not have it",
  quit: "did not answer QUIT",
};

/** And when it answers with a refusal. */
const REFUSED: Record<Phase, string> = {
  connect: "refused the connection",
  greeting: "does not want to talk",
  ehlo: "refused EHLO",
  starttls: "refused STARTTLS",
  tls: "refused TLS",
  auth: "refused the credentials",
  mail: "refused the sender",
  rcpt: "refused the recipient",
  data: "refused to take the message",
  body: "refused the message before its end",
  dot: "refused the message",
  quit: "refused QUIT",
};

/** An outcome for a conversation that broke. Only after the dot may the server have taken the message. */
export function brokenOutcome(host: string, phase: Phase, problem: string): Outcome {
  const kind = phase === "dot" ? "uncertain" : "deferred";
  return { kind, phase, reply: null, reason: `${host} ${BROKE[phase]}: ${problem}.`, host };
}

/** An outcome for a reply that is no invitation to go on. */
export function answeredOutcome(host: string, phase: Phase, reply: Reply): Outcome {
  const verdict = classifyReply(phase, reply);
  const kind = verdict === "proceed" ? "deferred" : verdict;
  const { code, enhanced, line } = reply;
  const words =
    kind === "delivered" ? "took the message" : kind === "uncertain" ? BROKE[phase] : REFUSED[phase];
  return { kind, phase, reply: { code, enhanced, line }, reason: `${host} ${words}: ${line}`, host };
}

/** The outcomes of one message, each written once. */
export class Verdicts {
  readonly #host: string;
  readonly #outcomes: (Outcome | null)[];

  constructor(host: string, recipients: number) {
    this.#host = host;
    this.#outcomes = new Array<Outcome | null>(recipients).fill(null);
  }

  /** The recipients, by their place, about whom nothing has been decided yet. */
  get open(): number[] {
    return this.#outcomes.flatMap((outcome, index) => (outcome === null ? [index] : []));
  }

  get isOpen(): boolean {
    return this.#outcomes.includes(null);
  }

  refuseHere(index: number, refusal: { phase: Phase; enhanced: string; reason: string }): void {
    this.#outcomes[index] ??= { kind: "bounced", reply: null, host: this.#host, ...refusal };
  }

  answer(index: number, phase: Phase, reply: Reply): void {
    this.#outcomes[index] ??= answeredOutcome(this.#host, phase, reply);
  }

  answerAll(phase: Phase, reply: Reply): void {
    const outcome = answeredOutcome(this.#host, phase, reply);
    this.#fill(outcome);
  }

  breakAll(phase: Phase, problem: string): void {
    this.#fill(brokenOutcome(this.#host, phase, problem));
  }

  /** The caller does not let the message end. */
  withhold(): void {
    this.#fill({ ...brokenOutcome(this.#host, "body", "we withheld its end"), untried: "withheld" });
  }

  /** One outcome a recipient, in their order. Nothing may be open any more. */
  take(): Outcome[] {
    return this.#outcomes.filter((outcome) => outcome !== null);
  }

  #fill(outcome: Outcome): void {
    for (let index = 0; index < this.#outcomes.length; index += 1) this.#outcomes[index] ??= { ...outcome };
  }
}
