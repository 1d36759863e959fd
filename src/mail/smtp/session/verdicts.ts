import { classifyReply } from "../classify-reply.ts";
import type { Outcome, Phase, Reply } from "../outcome.ts";

/** The reason when the connection breaks in a phase. */
const BROKE: Record<Phase, string> = {
  connect: "could not be reached",
  greeting: "did not greet",
  ehlo: "did not reply to EHLO",
  starttls: "did not reply to STARTTLS",
  tls: "did not complete the TLS handshake",
  auth: "did not reply to AUTH",
  mail: "did not reply to MAIL FROM",
  rcpt: "did not reply to RCPT TO",
  data: "did not reply to DATA",
  body: "did not accept the whole message",
  dot: "did not confirm the message after the final dot, so it may or may not have received it",
  quit: "did not reply to QUIT",
};

/** The reason when the server refuses in a phase. */
const REFUSED: Record<Phase, string> = {
  connect: "refused the connection",
  greeting: "refused the session",
  ehlo: "refused EHLO",
  starttls: "refused STARTTLS",
  tls: "refused TLS",
  auth: "refused the credentials",
  mail: "refused the sender",
  rcpt: "refused the recipient",
  data: "refused to accept the message",
  body: "refused the message before its end",
  dot: "refused the message",
  quit: "refused QUIT",
};

/** Node adds to certificate errors how to run Node, which readers of a reason cannot do. */
const NODE_ADVICE = /; if the root CA is installed locally.*$/s;

/** An outcome for a broken connection. The server can have the message only if the dot was sent. */
export function brokenOutcome(host: string, phase: Phase, problem: string): Outcome {
  const kind = phase === "dot" ? "uncertain" : "deferred";
  const reason = `${host} ${BROKE[phase]}: ${problem.replace(NODE_ADVICE, "")}.`;
  return { kind, phase, reply: null, reason, host };
}

/** An outcome for a reply that ends the attempt. */
export function answeredOutcome(host: string, phase: Phase, reply: Reply): Outcome {
  const verdict = classifyReply(phase, reply);
  const kind = verdict === "proceed" ? "deferred" : verdict;
  const { code, enhanced, line } = reply;
  const description =
    kind === "delivered" ? "accepted the message" : kind === "uncertain" ? BROKE[phase] : REFUSED[phase];
  return { kind, phase, reply: { code, enhanced, line }, reason: `${host} ${description}: ${line}`, host };
}

/** A refusal by this client, before anything was sent. */
export type LocalRefusal = { phase: Phase; enhanced: string; reason: string; lacks?: true };

/** The outcomes of one message. The first outcome of a recipient is final. */
export class Verdicts {
  readonly #host: string;
  readonly #outcomes: (Outcome | null)[];

  constructor(host: string, recipients: number) {
    this.#host = host;
    this.#outcomes = new Array<Outcome | null>(recipients).fill(null);
  }

  /** The indexes of the recipients without an outcome. */
  get open(): number[] {
    return this.#outcomes.flatMap((outcome, index) => (outcome === null ? [index] : []));
  }

  get isOpen(): boolean {
    return this.#outcomes.includes(null);
  }

  refuseHere(index: number, refusal: LocalRefusal): void {
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

  /** Records that the caller withheld the final dot. */
  withhold(): void {
    this.#fill({ ...brokenOutcome(this.#host, "body", "we withheld the final dot"), untried: "withheld" });
  }

  /** Returns one outcome per recipient, in order. Every recipient must have one. */
  take(): Outcome[] {
    return this.#outcomes.filter((outcome) => outcome !== null);
  }

  #fill(outcome: Outcome): void {
    for (let index = 0; index < this.#outcomes.length; index += 1) this.#outcomes[index] ??= { ...outcome };
  }
}
