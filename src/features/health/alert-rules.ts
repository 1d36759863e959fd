import type { AlertRule } from "../alert-rule.ts";
import { listProcesses } from "../metrics/index.ts";

const GIBIBYTE = 1024 ** 3;

export const HEALTH_ALERT_RULES = {
  disk_full: {
    meaning: "Free space in the DATA_DIR of a node is below the threshold.",
    unit: "GiB",
    threshold: 1,
    find: async ({ database, threshold }) => {
      const freeOf = new Map<string, number>();
      for (const { node, gauges } of await listProcesses(database)) {
        const free = gauges.posthouse_disk_free_bytes;
        if (free !== undefined) freeOf.set(node, Math.min(free, freeOf.get(node) ?? free));
      }
      return [...freeOf]
        .filter(([, free]) => free < threshold * GIBIBYTE)
        .map(([node, free]) => ({
          subject: node,
          words: `${(free / GIBIBYTE).toFixed(2)} GiB free in the data directory of ${node}.`,
        }));
    },
  },
} satisfies Record<string, AlertRule>;
