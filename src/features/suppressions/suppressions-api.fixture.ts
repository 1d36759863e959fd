import type { Readable } from "node:stream";
import { RoutesApi } from "../../../test/harness/routes-api.ts";
import { suppressionRoutes } from "./http/suppression-routes.ts";

export type Suppression = {
  address: string;
  reason: string;
  stream: string;
  unsubscribed_at: string | null;
  expires_at: string | null;
  source: { type: string; id: string | null };
  detail: string | null;
};
type Method = "GET" | "POST" | "DELETE";
type Sent = { body?: unknown; csv?: string | Buffer | Readable; type?: string; as?: string };

/** For tests: the suppression routes on their own database. */
export class SuppressionsApi extends RoutesApi {
  constructor() {
    super(suppressionRoutes, { max: 6 });
  }

  async call(method: Method, path: string, { body, csv, type = "text/csv", as = this.account }: Sent = {}) {
    const payload = csv ?? (body === undefined ? undefined : JSON.stringify(body));
    return await this.request(
      { method, path: `/suppressions${path}`, as },
      payload === undefined ? {} : { payload, type: csv === undefined ? "application/json" : type },
    );
  }

  async get(address: string): Promise<Suppression> {
    const { status, body } = await this.call("GET", `/${encodeURIComponent(address)}`);
    if (status !== 200) throw new Error(`${address}: ${status} ${body?.error.code}`);
    return body;
  }
}
