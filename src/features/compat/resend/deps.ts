import type { Database } from "../../../platform/db/index.ts";
import type { SendBatch, SendEmail } from "../../emails/index.ts";

export type ResendDeps = {
  database: Database;
  /** How the outside reaches us, for links. */
  baseUrl: string;
  sendEmail: SendEmail;
  sendBatch: SendBatch;
};
