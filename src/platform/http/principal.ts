import type { FastifyReply, FastifyRequest } from "fastify";

/** Who asks: set by an authentication hook, read by routes. */
export type Principal = Readonly<{
  accountId: string;
  via: "key" | "session";
  keyId: number | null;
  userId: string | null;
}>;

export type RequestHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module "fastify" {
  interface FastifyRequest {
    /** Throws when no authentication hook ran: a route that forgot its hook fails instead of serving everybody. */
    principal: Principal;
    authenticatedAs: Principal | null;
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
