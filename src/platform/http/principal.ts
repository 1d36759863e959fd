import type { FastifyReply, FastifyRequest } from "fastify";

/** The permissions of a credential: everything, only send, or only read. */
export const PERMISSIONS = ["full", "send", "read"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The limits of a key: sender domains (A-labels, without subdomains), and recipients per UTC day. Null: no limit. */
type KeyLimits = Readonly<{ fromDomains: readonly string[] | null; dailyLimit: number | null }>;

/** Whether SMTP submission re-encodes or refuses messages with lines of more than 998 octets. */
export type LongLines = "re-encode" | "refuse";

export type Principal = Readonly<{
  accountId: string;
  via: "key" | "session";
  keyId: number | null;
  personId: string | null;
  permission: Permission;
  /** Null: no limits, as for a session. */
  limits: KeyLimits | null;
  /** A key's setting. Default: re-encode. */
  longLines?: LongLines;
  /** True for a key with any limit: sender domains, networks, an expiry or a daily limit. */
  isLimited: boolean;
}>;

export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module "fastify" {
  interface FastifyRequest {
    /** Throws when no authentication hook ran: a route that forgot its hook fails instead of serving every client. */
    principal: Principal;
    authenticatedAs: Principal | null;
  }
  interface FastifyContextConfig {
    /** The permission that this route requires. Default: `read` for GET and HEAD, `full` for everything else. */
    permission?: Permission;
    /**
     * A key with limits may use this route although it changes data, because the route cannot widen the key's limits. By
     * default, such a key may use only routes with the permission `read` or `send`.
     */
    allowsLimitedKeys?: true;
    /** Arrays of 64 or more byte values in the body reach the route as base64 strings. */
    packsByteArrays?: true;
  }
}

/** The permission that a route requires: its `config.permission`, or else `read` for GET and HEAD and `full` for other methods. */
export function neededPermission({ method, routeOptions }: FastifyRequest): Permission {
  const isReading = method === "GET" || method === "HEAD";
  return routeOptions.config?.permission ?? (isReading ? "read" : "full");
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
