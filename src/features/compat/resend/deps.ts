import type { Database } from "../../../platform/db/index.ts";
import type { SendBatch, SendEmail } from "../../emails/index.ts";

export type ResendDeps = {
  database: Database;
  /** The public URL of this instance, for links. */
  baseUrl: string;
  sendEmail: SendEmail;
  sendBatch: SendBatch;
};
