import type { FastifyReply, FastifyRequest } from "fastify";

/** What a credential may do: everything, only send, or only look. */
export const permissions = ["full", "send", "read"] as const;
export type Permission = (typeof permissions)[number];

/** What a credential may send: from these domains (A-labels, no subdomains of them), to so many recipients a UTC day; null: no limit. */
export type KeyLimits = Readonly<{ fromDomains: readonly string[] | null; dailyLimit: number | null }>;

/** Who asks: set by an authentication hook, read by routes. */
/** What SMTP does with lines of more than 998 octets. */
export type LongLines = "re-encode" | "refuse";

export type Principal = Readonly<{
  accountId: string;
  via: "key" | "session";
  keyId: number | null;
  personId: string | null;
  permission: Permission;
  /** Null: none, as with a session. */
  limits: KeyLimits | null;
  /** Of a key; absent: re-encode. */
  longLines?: LongLines;
  /** A key with any limit: sender domains, networks, an expiry, a daily limit. */
  isLimited: boolean;
}>;

export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module "fastify" {
  interface FastifyRequest {
    /** Throws when no authentication hook ran: a route that forgot its hook fails instead of serving everybody. */
    principal: Principal;
    authenticatedAs: Principal | null;
  }
  interface FastifyContextConfig {
    /** What a credential needs for this route. Unset: `read` for GET and HEAD, `full` for everything else. */
    permission?: Permission;
    /**
     * A key with limits may use this route although it changes something: it cannot widen the key's limits. Unset: only if the route
     * reads or is for keys that may only send.
     */
    allowsLimitedKeys?: true;
    /** Arrays of 64 or more byte values in the body reach the route as strings in base64. */
    packsByteArrays?: true;
  }
}

type Decorable = {
  decorateRequest(name: string, value: null | { getter(): unknown; setter(value: never): void }): unknown;
};

export function decoratePrincipal(app: Decorable): void {
  app.decorateRequest("authenticatedAs", null);
  app.decorateRequest("principal", {
    getter(this: FastifyRequest) {
      if (this.authenticatedAs === null)
        throw new Error(`no authentication hook ran for ${this.routeOptions.url}`);
      return this.authenticatedAs;
    },
    setter(this: FastifyRequest, principal: Principal) {
      this.authenticatedAs = principal;
    },
  });
}
