import type { Setting } from "./setting.ts";
import {
  readChoice,
  readEmail,
  readEmails,
  readInteger,
  readNetworks,
  readPublicUrl,
  readSwitch,
  readText,
  readToken,
} from "./setting-readers.ts";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Settings of accounts, limits, alerts and logs. */
export const OPERATION_SETTINGS = {
  DEFAULT_ADMIN_EMAIL: {
    default: "admin@example.com",
    meaning: "Address of the admin that is created on first launch (self-hosted).",
    example: "ops@example.com",
    read: readEmail,
  },
  DEFAULT_ADMIN_PASSWORD: {
    default: "posthouse",
    meaning: "First password of that admin, who must change it at the first sign-in.",
    example: "correct horse battery staple",
    read: (text: string) => {
      if (text.length < 6 || text.length > 1024) throw new Error("must have 6 to 1,024 characters");
      return text;
    },
  },
  SIGNUPS: {
    default: null,
    meaning:
      "Whether people may register. Unset: open in SaaS mode and while mail is only captured, otherwise closed.",
    example: "closed",
    read: (text: string) => readChoice(text, ["open", "closed"] as const),
  },
  PAYMENT_SECRET_KEY: {
    default: null,
    meaning: "If set, the instance runs in hosted (SaaS) mode, and no default admin is created.",
    example: "sk_live_…",
    read: readText,
  },
  DAILY_QUOTA: {
    default: null,
    meaning: "Recipients per UTC day that an account may send to. Unset: no limit.",
    example: "50000",
    read: (text: string) => readInteger(text, { min: 1, max: 1_000_000_000 }),
  },
  TRUSTED_PROXIES: {
    default: "",
    meaning:
      "Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, comma-separated. X-Forwarded-Proto is not read: if a proxy adds TLS, BASE_URL must begin with https.",
    example: "127.0.0.1, 10.0.0.0/8",
    read: readNetworks,
  },
  ABUSE_GUARD: {
    default: "on",
    meaning:
      "on pauses an API key that within an hour sends to more than 10,000 recipients and more than 20 times its busiest hour of 14 days, or whose bounce rate is over 20 % with at least 500 recipients. The people of the account are notified. off pauses no keys.",
    example: "off",
    read: readSwitch,
  },
  RATE_LIMIT: {
    default: null,
    meaning:
      "API requests and SMTP messages per minute that an account may make, over all nodes; 0 means no limit. Unset: 1200000, in SaaS mode 60000.",
    example: "6000",
    read: (text: string) => readInteger(text, { min: 0, max: 1_000_000_000 }),
  },
  METRICS_TOKEN: {
    default: null,
    meaning:
      "Bearer token of at least 16 characters for GET /metrics, the metrics of all processes for Prometheus. Unset: the endpoint is disabled.",
    example: "9f2c41d8e07b5a36c4e1",
    read: readToken,
  },
  ALERT_EMAIL: {
    default: null,
    meaning:
      "Addresses that receive an email when an alert opens and when it is over, and all mail to postmaster and abuse; comma-separated. Unset: alerts appear only on the health page.",
    example: "ops@example.com, oncall@example.com",
    read: readEmails,
  },
  ALERT_WEBHOOK: {
    default: null,
    meaning:
      "URL that receives the same alerts as JSON ({ text, alert }). It must be https and on the public internet.",
    example: "https://hooks.example.com/posthouse",
    read: readPublicUrl,
  },
  LOG_LEVEL: {
    default: "info",
    meaning: "Minimum level that is logged.",
    example: "debug",
    read: (text: string) => readChoice(text, LOG_LEVELS),
  },
} as const satisfies Record<string, Setting<unknown>>;
