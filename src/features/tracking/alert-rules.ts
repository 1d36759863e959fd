import type { AlertRule } from "../alert-rule.ts";
import { listBrokenHosts } from "./hosts/queries.ts";

export const TRACKING_ALERT_RULES = {
  tracking_host_broken: {
    meaning:
      "A verified tracking host no longer reaches this instance over https. New mail does not use it; links in mail that was already sent do not open.",
    unit: null,
    threshold: 0,
    find: async ({ database }) =>
      (await listBrokenHosts(database)).map(({ account, host, problem }) => ({
        subject: host,
        words: `The tracking host ${host} of the account “${account}” does not work. ${problem ?? ""}`.trim(),
      })),
  },
} satisfies Record<string, AlertRule>;
