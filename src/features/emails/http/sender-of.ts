import type { FastifyReply, FastifyRequest } from "fastify";
import { clientSignal, holdBytes } from "../../../platform/http/index.ts";
import type { Sender } from "../sender.ts";

export function senderOf({ principal }: FastifyRequest, reply: FastifyReply): Sender {
  return new RequestSender(principal, reply);
}

/** A class, because an object literal with a getter takes 2 µs to create, and this is created for each request. */
class RequestSender implements Sender {
  readonly accountId: string;
  readonly keyId: number | null;
  readonly limits: Sender["limits"];
  readonly hold: (bytes: number) => boolean;
  readonly #reply: FastifyReply;

  constructor({ accountId, keyId, limits }: FastifyRequest["principal"], reply: FastifyReply) {
    this.accountId = accountId;
    this.keyId = keyId;
    this.limits = limits;
    this.hold = (bytes) => holdBytes(reply, bytes);
    this.#reply = reply;
  }

  /** Created on first use, because most requests end before a client could disconnect. */
  get signal(): AbortSignal {
    return clientSignal(this.#reply);
  }
}
