import type { FastifyRequest } from "fastify";
import type { AppError } from "../../errors/index.ts";

const answered = new WeakMap<FastifyRequest, AppError>();

/** Remembers the error for hooks that run after the response, which has only the serialized error. */
export function noteAnsweredError(request: FastifyRequest, error: AppError): void {
  answered.set(request, error);
}

/** The error that was sent for a request, or null. */
export function answeredErrorOf(request: FastifyRequest): AppError | null {
  return answered.get(request) ?? null;
}
