import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { TEST_CERTIFICATE } from "./smtp-certificate.ts";
import { Inbox } from "./smtp-inbox.ts";
import type { Scripted, SinkMessage, SinkState, Step } from "./smtp-script.ts";
import { askCredentials, helloReply, mailCommand, unstuff } from "./smtp-sink-text.ts";

type Effect = {
  /** Runs before the reply is sent, with the reply or the name of the step; the reply waits for its promise. */
  before?: (step: string) => Promise<void> | void;
  /** Runs after the reply is queued. */
  after?: (reply: string) => Promise<void> | undefined;
};

/** One connection of the sink: a loop over received lines that consults the script before each reply. */
export class SinkSession {
  #socket: Socket;
  /** The socket below TLS, because only TCP can be reset. */
  readonly #tcp: Socket;
  readonly #sink: SinkState;
  readonly #connection: number;
  readonly #inbox = new Inbox();
  #replies = "";
  #running = false;
  #inData = false;
  #bodySeen = false;
  #over = false;
  #secure = false;
  #from: string | null = null;
  #recipients: string[] = [];
  /** The callback for the next line if it is not a command. */
  #onLine: ((line: string) => Promise<void> | undefined) | null = null;

  constructor(socket: Socket, sink: SinkState, connection: number) {
    this.#socket = socket;
    this.#tcp = socket;
    this.#sink = sink;
    this.#connection = connection;
  }

  start(): void {
    if (this.#sink.tls === "implicit") this.#encrypt();
    else this.#listen();
    const greeted = this.#play(
      this.#sink.script.greeting,
      { connection: this.#connection },
      "220 sink.example ESMTP",
    );
    this.#continueAfter(greeted);
  }

  #listen(): void {
    this.#socket.on("error", () => this.#socket.destroy());
    this.#socket.on("data", (bytes: Buffer) => {
      if (this.#sink.keepWire === true) this.#record(bytes);
      this.#inbox.push(bytes);
      this.#run();
    });
  }

  #record(bytes: Buffer): void {
    const chunks = this.#sink.wire.get(this.#connection);
    if (chunks === undefined) this.#sink.wire.set(this.#connection, [bytes]);
    else chunks.push(bytes);
  }

  /** Handles received lines until it has to wait. Replies to a group of pipelined commands are sent in one write. */
  #run(): void {
    if (this.#running || this.#over) return;
    for (;;) {
      const step = this.#inData ? this.#takeMessage() : this.#takeCommand();
      if (step === "idle" || this.#over) break;
      if (step instanceof Promise) {
        this.#continueAfter(step);
        return;
      }
    }
    this.#flush();
  }

  #continueAfter(step: Promise<void> | undefined): void {
    this.#flush();
    if (step === undefined) return;
    this.#running = true;
    const resume = () => {
      this.#running = false;
      this.#run();
    };
    step.then(resume, (error: unknown) => {
      this.#replies += `451 4.3.0 ${String(error)}\r\n`;
      resume();
    });
  }

  #takeCommand(): Promise<void> | undefined | "idle" {
    const line = this.#inbox.takeLine();
    if (line === null) return "idle";
    if (this.#sink.keepMessages !== false) this.#sink.commands.push(line);
    const onLine = this.#onLine;
    this.#onLine = null;
    return onLine === null ? this.#obey(line) : onLine(line);
  }

  #obey(line: string): Promise<void> | undefined {
    const verb = line.slice(0, 4).toUpperCase();
    const { script } = this.#sink;
    const here = { connection: this.#connection };
    switch (verb) {
      case "MAIL":
        return this.#mail(line);
      case "RCPT":
        return this.#rcpt(line);
      case "DATA":
        return this.#data();
      case "EHLO":
      case "HELO":
        return this.#hello(verb, line.slice(5));
      case "STAR":
        return this.#startTls();
      case "AUTH":
        return this.#authenticate(line);
      case "RSET":
        return this.#play(script.rset, here, "250 2.0.0 Ok", { after: (reply) => this.#forget(reply) });
      case "QUIT":
        return this.#play(script.quit, here, "221 2.0.0 Bye", { after: () => this.#close() });
      default:
        return this.#play(undefined, here, "500 5.5.2 Command not recognized");
    }
  }

  #hello(verb: string, name: string): Promise<void> | undefined {
    const secure = this.#secure;
    return this.#play(
      this.#sink.script.ehlo,
      { verb, name, secure },
      helloReply(this.#sink, { verb, secure }),
    );
  }

  /** RFC 5321 §4.1.4: a transaction must end before another begins. */
  #mail(line: string): Promise<void> | undefined {
    const command = { ...mailCommand(line), connection: this.#connection };
    const defaultReply = this.#from === null ? "250 2.1.0 Ok" : "503 5.5.1 Nested MAIL command";
    return this.#play(this.#sink.script.mail, command, defaultReply, {
      after: (reply) => {
        if (reply.startsWith("2")) this.#from = command.address;
        return undefined;
      },
    });
  }

  #rcpt(line: string): Promise<void> | undefined {
    const command = { ...mailCommand(line), connection: this.#connection };
    const defaultReply = this.#from === null ? "503 5.5.1 Need MAIL command" : "250 2.1.5 Ok";
    return this.#play(this.#sink.script.rcpt, command, defaultReply, {
      after: (reply) => {
        if (reply.startsWith("2")) this.#recipients.push(command.address);
        return undefined;
      },
    });
  }

  #forget(reply: string): undefined {
    if (!reply.startsWith("2")) return;
    this.#from = null;
    this.#recipients = [];
  }

  #data(): Promise<void> | undefined {
    const { script } = this.#sink;
    const defaultReply = this.#recipients.length === 0 ? "554 5.5.1 No valid recipients" : "354 Go ahead";
    return this.#play(script.data, { recipients: this.#recipients }, defaultReply, {
      after: (reply) => {
        this.#inData = reply.startsWith("354");
        this.#bodySeen = false;
        if (this.#inData && script.body === "hang") this.#socket.pause();
        return undefined;
      },
    });
  }

  #takeMessage(): Promise<void> | undefined | "idle" {
    const { body, dot } = this.#sink.script;
    if (!this.#bodySeen && this.#inbox.length > 0) {
      this.#bodySeen = true;
      if (body !== undefined) return this.#play(body, { connection: this.#connection }, "");
    }
    const stuffed = this.#inbox.takeMessage();
    if (stuffed === null) return "idle";
    this.#inData = false;
    const message = {
      from: this.#from ?? "",
      recipients: this.#recipients,
      raw: unstuff(stuffed),
      connection: this.#connection,
      secure: this.#secure,
    };
    this.#from = null;
    this.#recipients = [];
    return this.#play(dot, message, "250 2.0.0 Ok: queued", {
      before: (step) => (step.startsWith("2") || step === "drop-after" ? this.#keep(message) : undefined),
    });
  }

  /** Runs the ledger first; a message that the ledger refuses is not confirmed. */
  #keep(message: SinkMessage): Promise<void> | void {
    const count = () => {
      this.#sink.accepted += 1;
      if (this.#sink.keepMessages !== false) this.#sink.messages.push(message);
    };
    const noted = this.#sink.onMessage?.(message);
    return noted instanceof Promise ? noted.then(count) : count();
  }

  #startTls(): Promise<void> | undefined {
    const { starttls, tls } = this.#sink.script;
    const here = { connection: this.#connection };
    return this.#play(starttls, here, "220 2.0.0 Ready to start TLS", {
      after: (reply) => {
        if (!reply.startsWith("220")) return;
        this.#flush();
        if (tls !== undefined) return this.#play(tls, here, "");
        this.#encrypt();
      },
    });
  }

  #encrypt(): void {
    this.#inbox.clear();
    this.#socket.removeAllListeners("data");
    this.#socket = new TLSSocket(this.#socket, { isServer: true, ...TEST_CERTIFICATE });
    this.#secure = true;
    this.#from = null;
    this.#listen();
  }

  #authenticate(line: string): Promise<void> | undefined {
    return askCredentials(
      line,
      (challenge, onLine) => {
        this.#replies += `334 ${challenge}\r\n`;
        this.#onLine = onLine;
        return undefined;
      },
      (credentials) => this.#play(this.#sink.script.auth, credentials, "235 2.7.0 Authenticated"),
    );
  }

  /** Plays the scripted step, or the default reply if the script has none. */
  #play<Argument>(
    scripted: Scripted<Argument> | undefined,
    argument: Argument,
    defaultReply: string,
    effect: Effect = {},
  ): Promise<void> | undefined {
    const chosen = typeof scripted === "function" ? scripted(argument) : scripted;
    if (chosen instanceof Promise) return chosen.then((step) => this.#perform(step ?? defaultReply, effect));
    return this.#perform(chosen ?? defaultReply, effect);
  }

  #perform(step: Step, { before, after }: Effect): Promise<void> | undefined {
    if (step === "hang" || step === "rst" || step === "fin" || step === "drop-before")
      return this.#break(step);
    const word = typeof step === "string" ? step : step.raw;
    const answer = () => {
      if (step === "drop-after") return this.#close();
      if (word !== "") this.#replies += typeof step === "string" ? `${word}\r\n` : word;
      if (typeof step === "string" && step.startsWith("421")) return this.#close();
      return after?.(word);
    };
    const pending = before?.(word);
    return pending instanceof Promise ? pending.then(answer) : answer();
  }

  #break(step: string): undefined {
    this.#flush();
    this.#over = true;
    if (step === "rst") this.#tcp.resetAndDestroy();
    else if (step === "hang") this.#socket.pause();
    else this.#socket.end();
  }

  #flush(): void {
    if (this.#replies === "" || this.#socket.destroyed) return;
    const replies = this.#replies;
    this.#replies = "";
    this.#socket.write(replies, "latin1");
  }

  #close(): undefined {
    this.#flush();
    this.#over = true;
    this.#socket.end();
  }
}
