import type { Database } from "../../../platform/db/index.ts";
import type { SendDeps } from "../../emails/index.ts";
import type { WebhookDeps } from "../../webhooks/index.http.ts";

export type ResendDeps = SendDeps & {
  database: Database;
  /** The public URL of this instance, for links. */
  baseUrl: string;
  webhooks: WebhookDeps;
};
