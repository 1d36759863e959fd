import type { Database } from "../../../platform/db/index.ts";
import type { SendDeps } from "../../emails/index.ts";

export type ResendDeps = SendDeps & {
  database: Database;
  /** The public URL of this instance, for links. */
  baseUrl: string;
};
