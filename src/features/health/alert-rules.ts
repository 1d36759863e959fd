import { type AlertRule, instanceIncident } from "../alert-rule.ts";
import { freeBytes } from "./checks/machine.ts";

const GIBIBYTE = 1024 ** 3;

export const HEALTH_ALERT_RULES = {
  disk_full: {
    meaning: "Free space in DATA_DIR is below the threshold.",
    unit: "GiB",
    threshold: 1,
    find: async ({ dataDir, threshold }) => {
      const free = await freeBytes(dataDir);
      return free !== null && free < threshold * GIBIBYTE
        ? [instanceIncident(`${(free / GIBIBYTE).toFixed(2)} GiB free in the data directory.`)]
        : [];
    },
  },
} satisfies Record<string, AlertRule>;
