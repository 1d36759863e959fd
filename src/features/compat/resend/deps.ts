import type { Database } from "../../../platform/db/index.ts";
import type { SendBatch, SendEmail } from "../../emails/index.ts";

export type ResendDeps = { database: Database; sendEmail: SendEmail; sendBatch: SendBatch };
