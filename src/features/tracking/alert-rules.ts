import type { AlertRule } from "../alert-rule.ts";
import { loadBacklogs, NEXT_STEP, wordsOfBacklog } from "./hits/backlogs.ts";
import { listFailingCertificates } from "./hosts/certificate-queries.ts";
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
  tracking_certificate_failing: {
    meaning:
      "Renewal of a tracking host's certificate has failed this many times in a row. When the current certificate expires, links to the host stop working.",
    unit: "failed orders",
    threshold: 3,
    find: async ({ database, threshold }) =>
      (await listFailingCertificates(database, threshold)).map(({ account, host, expiresAt, problem }) => ({
        subject: host,
        words: `The certificate of the tracking host ${host} of the account “${account}” cannot be renewed. It expires on ${expiresAt.toISOString().slice(0, 10)}. ${problem}`,
      })),
  },
  engagements_wait: {
    meaning:
      "Opens and clicks of a machine have waited longer than the threshold to be stored. Links redirect, and none is lost.",
    unit: "seconds",
    threshold: 120,
    find: async ({ database, threshold }) => {
      // After a start, those of the downtime are stored first.
      if (process.uptime() < threshold) return [];
      return (await loadBacklogs(database))
        .filter(({ seconds }) => seconds > threshold)
        .map(({ node, seconds }) => ({
          subject: node,
          words: `${wordsOfBacklog(node, seconds)}. ${NEXT_STEP}`,
        }));
    },
  },
} satisfies Record<string, AlertRule>;
