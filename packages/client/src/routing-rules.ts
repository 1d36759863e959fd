import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  ChangeRoutingRuleBody,
  CreateRoutingRuleBody,
  CreateRoutingRuleResponse,
  ListRoutingRulesResponse,
} from "./generated/api.ts";

export type RoutingRule = CreateRoutingRuleResponse;

/** Rules for how the account's mail is sent. The first rule that matches an email decides. */
export class RoutingRules {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the rules in order, and what happens to mail that no rule matches. */
  list({ signal }: CallOptions = {}): Promise<ListRoutingRulesResponse> {
    return this.#connection.call({ method: "GET", path: "/routing-rules", repeatable: true, signal });
  }

  /** Adds a rule, by default as the last one. Not repeated after a lost response, because the rule could be added twice. */
  create(rule: CreateRoutingRuleBody, { signal }: CallOptions = {}): Promise<RoutingRule> {
    const call = { method: "POST", path: "/routing-rules", body: rule, repeatable: false, signal } as const;
    return this.#connection.call(call);
  }

  /** Changes the given fields of a rule, or its position. `match` is replaced as a whole. */
  update(id: string, change: ChangeRoutingRuleBody, { signal }: CallOptions = {}): Promise<RoutingRule> {
    const path = pathTo("routing-rules", id);
    return this.#connection.call({ method: "PATCH", path, body: change, repeatable: true, signal });
  }

  remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#connection.delete(pathTo("routing-rules", id), signal);
  }
}
