import type { FastifyRequest } from "fastify";

export function acceptsHtml(request: FastifyRequest): boolean {
  return /text\/html|\*\/\*/.test(request.headers.accept ?? "*/*");
}
