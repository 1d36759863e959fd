import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../../config.ts";
import { type Client, sessionCookies } from "../../sessions/index.ts";
import type { SignedIn } from "../people/sign-in.ts";

/** Sets the cookies of a new session. Returns the body of the response. */
export function admit(config: Pick<Config, "baseUrl">, reply: FastifyReply, signedIn: SignedIn) {
  for (const cookie of sessionCookies(signedIn.token, config)) reply.header("set-cookie", cookie);
  return { success: true as const, user: signedIn.person, ...mustChange(signedIn.mustChangePassword) };
}

/** `must_change_password` is present only while it is true. */
export function mustChange(mustChangePassword: boolean): { must_change_password?: true } {
  return mustChangePassword ? { must_change_password: true } : {};
}

/** A request whose client has disconnected has no address. */
export function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip || "unknown", userAgent: request.headers["user-agent"] ?? "" };
}
