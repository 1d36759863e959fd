import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { Pauses } from "../recipients/index.ts";
import type { AttemptJournal } from "./journal/attempt-journal.ts";
import type { Decision } from "./outcome.ts";
import type { Routes } from "./route/router.ts";
import type { Throttles } from "./throttles/throttles.ts";
import type { LinksFor, SignMessage, TrackHtml, TrackingWhenSent } from "./transmit/make-message.ts";

/** One attempt for one recipient, after its result was recorded. */
export type Settled = {
  accountId: string;
  emailId: string;
  keyId: number | null;
  address: string;
  domain: string;
  state: Decision["state"];
  result: Decision["result"];
  /** When the email was due for its first attempt. */
  since: Date;
};

export type WorkerOptions = {
  database: Database;
  routes: Routes;
  throttles: Throttles;
  signMessage: SignMessage;
  linksFor: LinksFor;
  trackingWhenSent: TrackingWhenSent;
  trackHtml: TrackHtml;
  log: Logger;
  /** Lets another process continue if this one is killed. Default: none. */
  journal?: AttemptJournal;
  /** The accounts whose scheduled mail gets an event when it is due. Default: none. */
  acceptanceListeners?: () => Promise<readonly string[]>;
  pauses?: () => Promise<Pauses>;
  onSettled?: (settled: Settled) => void;
};
