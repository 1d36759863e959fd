import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { until } from "./until.ts";

const PATIENCE_MS = 60_000;

/** An SMTP client that sends raw bytes. */
export class RawSmtp {
  #socket: Socket;
  #received = "";
  #isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      this.#received += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (socket === this.#socket) this.#isClosed = true;
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Received bytes that were not read as a reply. */
  get rest(): string {
    return this.#received;
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  }

  /** For large data: resolves when all written bytes have been sent. */
  async writeAndDrain(bytes: string): Promise<void> {
    if (this.#socket.destroyed || this.#socket.write(Buffer.from(bytes, "latin1"))) return;
    const socket = this.#socket;
    await new Promise<void>((resolve) => {
      const go = () => {
        socket.off("drain", go).off("close", go);
        resolve();
      };
      socket.on("drain", go).on("close", go);
    });
  }

  /** Returns one whole reply, of one or more lines; "" if the server closed instead. */
  async reply(): Promise<string> {
    return await until(
      () => {
        const match = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/.exec(this.#received);
        if (match) {
          this.#received = this.#received.slice(match[0].length);
          return { text: match[0] };
        }
        return this.#isClosed && { text: "" };
      },
      { within: PATIENCE_MS, what: "a reply", every: 3 },
    ).then(({ text }) => text.replace(/\r\n$/, ""));
  }

  /** Sends a line and returns the reply. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return await this.reply();
  }

  /** Call this after the 220 to STARTTLS. */
  async upgrade(options: ConnectionOptions = {}): Promise<void> {
    this.#socket.removeAllListeners();
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false, ...options });
    await once(secure, "secureConnect");
    this.#socket = secure;
    this.#listen();
  }

  async untilClosed(): Promise<void> {
    await until(() => this.#isClosed, { within: PATIENCE_MS, what: "the server to close" });
  }

  /** Without QUIT. */
  destroy(): void {
    this.#socket.destroy();
  }
}

/** Connects without reading the greeting; `from`: another address of this machine, such as 127.0.0.2. */
export async function connectRaw(port: number, from = "127.0.0.1"): Promise<RawSmtp> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  await once(socket, "connect");
  return new RawSmtp(socket);
}

export async function connectRawTls(port: number, options: ConnectionOptions = {}): Promise<RawSmtp> {
  const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  // The greeting may arrive with the end of the handshake.
  const client = new RawSmtp(socket);
  await once(socket, "secureConnect");
  return client;
}

export function plain(user: string, password: string, authzid = ""): string {
  return Buffer.from(`${authzid}\0${user}\0${password}`).toString("base64");
}

/** Connects, upgrades to TLS and authenticates. */
export async function logInRaw(port: number, password: string): Promise<RawSmtp> {
  const client = await connectRawTls(port);
  await client.reply();
  await client.say("EHLO client.test");
  const reply = await client.say(`AUTH PLAIN ${plain("posthouse", password)}`);
  if (!reply.startsWith("235")) throw new Error(`not logged in: ${reply}`);
  return client;
}
