import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { LedgerRequest } from "./judge-requests.ts";

/** `received`: before the response; `answered`: when the response has been handed to the operating system. */
export type Moment = "received" | "answered";

/** Called at the chosen moment of a request, once. While it works, the receiver does nothing for this request. */
type Trap = { moment: Moment; skips: number; spring: (request: LedgerRequest) => void };

/** The receiver, with the ledger that no process of the program can write. */
export class ProofReceiver {
  readonly ledger: LedgerRequest[] = [];
  readonly #server = createServer((request, response) => {
    void text(request).then(
      (body) =>
        this.#receive(
          {
            ...{ socket: request.socket, webhook: request.url ?? "", body },
            id: String(request.headers["webhook-id"]),
          },
          response,
        ),
      // The sender was killed while it sent the request.
      () => undefined,
    );
  });
  readonly #statusOf: (request: LedgerRequest) => number;
  readonly #senders = new WeakMap<Socket, number>();
  #timeMs = 0;
  #sender = 0;
  #trap: Trap | null = null;

  constructor(statusOf: (request: LedgerRequest) => number) {
    this.#statusOf = statusOf;
    this.#server.on("connection", (socket) => this.#senders.set(socket, this.#sender));
  }

  /** Returns the origin of its URLs. */
  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections from now on are those of a new process. */
  nextSender(): number {
    this.#sender += 1;
    return this.#sender;
  }

  /** Returns the request after `skips` others at the given moment. */
  async trap(
    moment: Moment,
    skips: number,
    onSpring: (request: LedgerRequest) => void,
  ): Promise<LedgerRequest> {
    const { promise, resolve } = Promise.withResolvers<LedgerRequest>();
    this.#trap = {
      moment,
      skips,
      spring: (request) => {
        onSpring(request);
        resolve(request);
      },
    };
    return await promise;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #receive(
    { socket, ...sent }: { socket: Socket; webhook: string; id: string; body: string },
    response: ServerResponse,
  ): void {
    const sender = this.#senders.get(socket) ?? 0;
    const request: LedgerRequest = { ...sent, sender, at: this.#now(), answeredAt: null, status: 0 };
    request.status = this.#statusOf(request);
    this.ledger.push(request);
    // A killed process sends nothing more, but its last bytes may be read late.
    if (this.#springs("received", request)) return;
    response.once("finish", () => {
      request.answeredAt = this.#now();
      this.#springs("answered", request);
    });
    response.writeHead(request.status).end();
  }

  #springs(moment: Moment, request: LedgerRequest): boolean {
    const trap = this.#trap;
    if (trap?.moment !== moment || request.sender !== this.#sender) return false;
    trap.skips -= 1;
    if (trap.skips >= 0) return false;
    this.#trap = null;
    trap.spring(request);
    return true;
  }

  /** No two are equal, so that they show the order. */
  #now(): number {
    this.#timeMs = Math.max(this.#timeMs + 0.001, performance.timeOrigin + performance.now());
    return this.#timeMs;
  }
}
