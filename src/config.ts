import type { Endpoint } from "./mail/smtp/index.ts";
import {
  readBaseUrl,
  readChoice,
  readDelivery,
  readEmail,
  readHost,
  readInteger,
  readNetworks,
  readRelayUrl,
  readText,
  readUrl,
} from "./setting-readers.ts";

/**
 * The settings of an instance: environment in, frozen Config out. The only reader of process.env.
 * The table below also generates docs/reference/config.md (npm run generate).
 */
export type Config = Readonly<{
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Where mail is submitted; null: the default, which may be taken. */
  smtpPort: number | null;
  smtpsPort: number | null;
  /** Null: self-signed. */
  smtpCertificate: { certFile: string; keyFile: string } | null;
  smtpRelayUrl: string | null;
  smtpRelay: Endpoint | null;
  delivery: "capture" | "relay";
  defaultFrom: string | null;
  defaultAdminEmail: string;
  defaultAdminPassword: string;
  signups: "open" | "closed";
  /** Hosted edition: no default admin, sign-up is the way in. */
  saas: boolean;
  /** Recipients that an account may send to in a UTC day; null: no limit. */
  dailyQuota: number | null;
  trustedProxies: readonly string[];
  /** Whether keys that do what they never did are paused. */
  keyBrake: boolean;
  /** Requests of an account in a minute; 0: no limit. */
  rateLimit: number;
  logLevel: LogLevel;
}>;

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A setting with a wrong value; the message is one line that names the setting, the fault and an example. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Setting<T> = {
  readonly default: string | null;
  readonly meaning: string;
  readonly example: string;
  /** Returns the value, or throws an Error whose message completes "SETTING …". */
  readonly read: (text: string) => T;
};

export const settings = {
  PORT: {
    default: "3000",
    meaning: "Port of the dashboard and the API.",
    example: "8080",
    read: (text: string) => readInteger(text, { min: 0, max: 65_535 }),
  },
  HOST: {
    default: "127.0.0.1",
    meaning: "Address to listen on; 0.0.0.0 in the container image.",
    example: "0.0.0.0",
    read: readHost,
  },
  BASE_URL: {
    default: null,
    meaning: "How browsers and programs reach this instance. Unset: http://localhost:PORT.",
    example: "https://mail.example.com",
    read: readBaseUrl,
  },
  DATA_DIR: {
    default: "./data",
    meaning: "Directory of the embedded PostgreSQL and of local secrets.",
    example: "/var/lib/posthouse",
    read: readText,
  },
  DATABASE_URL: {
    default: null,
    meaning: "PostgreSQL to use instead of the embedded one (15 or newer).",
    example: "postgresql://posthouse:secret@db.example.com:5432/posthouse",
    read: (text: string) => readUrl(text, ["postgres:", "postgresql:"]),
  },
  SMTP_PORT: {
    default: null,
    meaning:
      "Port on which programs submit mail by SMTP with STARTTLS; 0 is any free one. Unset: 587 as root, else 2587, and nothing if that is taken.",
    example: "2587",
    read: (text: string) => readInteger(text, { min: 0, max: 65_535 }),
  },
  SMTPS_PORT: {
    default: null,
    meaning: "The same with TLS from the first byte. Unset: 465 as root, else 2465.",
    example: "2465",
    read: (text: string) => readInteger(text, { min: 0, max: 65_535 }),
  },
  SMTP_TLS_CERT: {
    default: null,
    meaning:
      "PEM file of the certificate chain for SMTP, read again when it changes. Unset: a self-signed one, kept in DATA_DIR.",
    example: "/etc/letsencrypt/live/mail.example.com/fullchain.pem",
    read: readText,
  },
  SMTP_TLS_KEY: {
    default: null,
    meaning: "PEM file of the private key of SMTP_TLS_CERT.",
    example: "/etc/letsencrypt/live/mail.example.com/privkey.pem",
    read: readText,
  },
  SMTP_RELAY_URL: {
    default: null,
    meaning:
      "Mail server that takes all outgoing mail. smtps:// is TLS from the start. smtp:// with a password demands STARTTLS and a valid certificate; without one it uses STARTTLS when offered. ?tls=required or ?tls=none decide otherwise; ?insecure=1 accepts any certificate.",
    example: "smtp://user:secret@smtp.example.com:587",
    read: readRelayUrl,
  },
  DELIVERY: {
    default: null,
    meaning:
      "capture keeps all mail in the dashboard's inbox, relay sends it through SMTP_RELAY_URL. Unset: relay if a relay is set, else capture.",
    example: "capture",
    read: readDelivery,
  },
  DEFAULT_FROM: {
    default: null,
    meaning: "Sender of an account that has not chosen its own default sender.",
    example: "Example <hello@example.com>",
    read: readText,
  },
  DEFAULT_ADMIN_EMAIL: {
    default: "admin@example.com",
    meaning: "Address of the admin that is created on first launch (self-hosted).",
    example: "ops@example.com",
    read: readEmail,
  },
  DEFAULT_ADMIN_PASSWORD: {
    default: "posthouse",
    meaning: "First password of that admin; it must be changed at the first sign-in.",
    example: "correct horse battery staple",
    read: (text: string) => {
      if (text.length < 6 || text.length > 1024) throw new Error("must have 6 to 1,024 characters");
      return text;
    },
  },
  SIGNUPS: {
    default: null,
    meaning:
      "Whether people may register. Unset: open in SaaS mode and while mail is only captured, else closed.",
    example: "closed",
    read: (text: string) => readChoice(text, ["open", "closed"] as const),
  },
  PAYMENT_SECRET_KEY: {
    default: null,
    meaning: "Set: hosted (SaaS) mode; no default admin is ever created.",
    example: "sk_live_…",
    read: readText,
  },
  DAILY_QUOTA: {
    default: null,
    meaning: "Recipients that an account may send to in a day (UTC). Unset: as many as it likes.",
    example: "50000",
    read: (text: string) => readInteger(text, { min: 1, max: 1_000_000_000 }),
  },
  TRUSTED_PROXIES: {
    default: "",
    meaning:
      "Addresses or networks of reverse proxies whose X-Forwarded-For and X-Forwarded-Proto count, comma-separated.",
    example: "127.0.0.1, 10.0.0.0/8",
    read: readNetworks,
  },
  KEY_BRAKE: {
    default: "on",
    meaning:
      "on pauses an API key that within an hour sends to more than 10,000 recipients and 20 times its busiest hour of 14 days, or of whose mail more than a fifth of 500 or more recipients bounces; the account's users are told. off pauses none.",
    example: "off",
    read: (text: string) => readChoice(text, ["on", "off"] as const),
  },
  RATE_LIMIT: {
    default: null,
    meaning:
      "API requests and SMTP messages that an account may make in a minute, on all nodes together; 0 is no limit. Unset: 1200000, in SaaS mode 60000.",
    example: "6000",
    read: (text: string) => readInteger(text, { min: 0, max: 1_000_000_000 }),
  },
  LOG_LEVEL: {
    default: "info",
    meaning: "Least level that is logged.",
    example: "debug",
    read: (text: string) => readChoice(text, logLevels),
  },
} as const satisfies Record<string, Setting<unknown>>;

/** The database of a role's process: `serve` sets DATABASE_URL also for the embedded PostgreSQL. */
export function databaseUrlOf({ databaseUrl }: Config): string {
  if (!databaseUrl) throw new ConfigError("DATABASE_URL is not set; start the roles through `serve`");
  return databaseUrl;
}

/** RFC 6409 §3.1, RFC 8314 §3.3: the ports of submission are for root alone; others take those that are usual instead. */
export const usualSmtpPorts =
  process.getuid?.() === 0 ? { starttls: 587, implicit: 465 } : { starttls: 2587, implicit: 2465 };

type SettingName = keyof typeof settings;

/** Reads all settings; an empty string counts as unset. Throws ConfigError at the first wrong value. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const value = <N extends SettingName>(name: N) => readSetting(name, env[name]);
  const port = value("PORT") ?? 3000;
  const smtpRelay = value("SMTP_RELAY_URL");
  const delivery = value("DELIVERY") ?? (smtpRelay ? "relay" : "capture");
  if (delivery === "relay" && !smtpRelay)
    throw new ConfigError(
      `DELIVERY is relay, which needs SMTP_RELAY_URL, e.g. ${settings.SMTP_RELAY_URL.example}`,
    );
  const saas = value("PAYMENT_SECRET_KEY") !== null;
  return Object.freeze({
    port,
    host: value("HOST") ?? "127.0.0.1",
    baseUrl: value("BASE_URL") ?? `http://localhost:${port}`,
    dataDir: value("DATA_DIR") ?? "./data",
    databaseUrl: value("DATABASE_URL"),
    smtpPort: value("SMTP_PORT"),
    smtpsPort: value("SMTPS_PORT"),
    smtpCertificate: readPair(value("SMTP_TLS_CERT"), value("SMTP_TLS_KEY")),
    smtpRelayUrl: smtpRelay?.url ?? null,
    smtpRelay: smtpRelay?.endpoint ?? null,
    delivery,
    defaultFrom: value("DEFAULT_FROM"),
    defaultAdminEmail: value("DEFAULT_ADMIN_EMAIL") ?? "admin@example.com",
    defaultAdminPassword: value("DEFAULT_ADMIN_PASSWORD") ?? "posthouse",
    signups: value("SIGNUPS") ?? (saas || delivery === "capture" ? "open" : "closed"),
    saas,
    dailyQuota: value("DAILY_QUOTA"),
    trustedProxies: value("TRUSTED_PROXIES") ?? [],
    keyBrake: value("KEY_BRAKE") === "on",
    rateLimit: value("RATE_LIMIT") ?? (saas ? 60_000 : 1_200_000),
    logLevel: value("LOG_LEVEL") ?? "info",
  });
}

function readPair(certFile: string | null, keyFile: string | null) {
  if (certFile && keyFile) return { certFile, keyFile };
  if (!certFile && !keyFile) return null;
  throw new ConfigError("SMTP_TLS_CERT and SMTP_TLS_KEY belong together: set both or none");
}

function readSetting<N extends SettingName>(
  name: N,
  given: string | undefined,
): ReturnType<(typeof settings)[N]["read"]> | null {
  const setting = settings[name];
  const text = given?.trim() || setting.default;
  if (text === null || text === "") return null;
  try {
    return setting.read(text) as ReturnType<(typeof settings)[N]["read"]>;
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}, e.g. ${name}=${setting.example}`);
  }
}
