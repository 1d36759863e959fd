/** The settings as a table, which also generates docs/reference/config.md (npm run generate). */
import {
  readBaseUrl,
  readChoice,
  readDnsServers,
  readDomainName,
  readEmail,
  readEmails,
  readHost,
  readHostNames,
  readInteger,
  readNetworks,
  readPublicUrl,
  readRelayUrl,
  readSecretKey,
  readText,
  readToken,
  readUrl,
} from "./setting-readers.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

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
  ALLOWED_HOSTS: {
    default: "",
    meaning:
      "Host names by which browsers may open the dashboard beside that of BASE_URL, comma-separated; * allows any. IP addresses, localhost and names without a dot are always allowed. Other names are refused, so that no other site can lead a browser here under its own name.",
    example: "mail.internal.example.com, posthouse.lan",
    read: readHostNames,
  },
  DATA_DIR: {
    default: "./data",
    meaning:
      "Directory of the embedded PostgreSQL, of local secrets and of the journals of workers; kept, it tells after a crash what went out.",
    example: "/var/lib/posthouse",
    read: readText,
  },
  DATABASE_URL: {
    default: null,
    meaning: "PostgreSQL to use instead of the embedded one (15 or newer).",
    example: "postgresql://posthouse:secret@db.example.com:5432/posthouse",
    read: (text: string) => readUrl(text, ["postgres:", "postgresql:"]),
  },
  SECRET_KEY: {
    default: null,
    meaning:
      "Secret of at least 32 characters with which private keys in the database are sealed and addresses of ours are signed; the same on all nodes that share a database. Unset: made at the first start and kept in DATA_DIR/secret.key.",
    example: "the output of: openssl rand -base64 32",
    read: readSecretKey,
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
      "capture keeps all mail in the dashboard's inbox, relay sends it through SMTP_RELAY_URL, direct hands it to the servers of its recipients. Unset: relay if a relay is set, else capture.",
    example: "direct",
    read: (text: string) => readChoice(text, ["capture", "relay", "direct"] as const),
  },
  HELO_NAME: {
    default: null,
    meaning:
      "Name that this machine gives itself in SMTP; its address should lead back to it in DNS. Unset: the host of BASE_URL.",
    example: "mail.example.com",
    read: readHost,
  },
  DIRECT_PORT: {
    default: "25",
    meaning: "Port of the recipients' servers. Another one than 25 is for trying things out.",
    example: "2525",
    read: (text: string) => readInteger(text, { min: 1, max: 65_535 }),
  },
  DIRECT_TO_PRIVATE: {
    default: "off",
    meaning:
      "on lets mail go to servers on private and local addresses; off refuses them, as nothing outside has such servers.",
    example: "on",
    read: (text: string) => readChoice(text, ["on", "off"] as const),
  },
  INBOUND_HOST: {
    default: null,
    meaning:
      "Name of the machine that takes bounces, to which the MX records of return paths point. Unset: the host of BASE_URL.",
    example: "in.mail.example.com",
    read: readHost,
  },
  INBOUND_PORT: {
    default: null,
    meaning:
      "Port on which bounces, complaints and reports come in by SMTP; 0 is any free one. Unset: 25 as root, else 2525, and none unless DELIVERY is direct or RETURN_PATH_DOMAIN is set.",
    example: "2525",
    read: (text: string) => readInteger(text, { min: 0, max: 65_535 }),
  },
  RETURN_PATH_DOMAIN: {
    default: null,
    meaning:
      "Domain of the return paths of senders whose own domain has none; its MX record must point to INBOUND_HOST.",
    example: "bounces.mail.example.com",
    read: readDomainName,
  },
  DNS_SERVERS: {
    default: null,
    meaning:
      "Resolvers to ask, comma-separated, each an IP address with or without a port. Unset: those of the system.",
    example: "127.0.0.1:5353, [2001:db8::53]",
    read: readDnsServers,
  },
  REQUIRE_VERIFIED_DOMAIN: {
    default: null,
    meaning:
      "on lets an account send only from domains that it has verified. Always on in SaaS mode and with DELIVERY=direct. Unset: on when sign-up is open and mail goes to a relay, else off.",
    example: "on",
    read: (text: string) => readChoice(text, ["on", "off"] as const),
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
  ABUSE_GUARD: {
    default: "on",
    meaning:
      "on pauses an API key that within an hour sends to more than 10,000 recipients and 20 times its busiest hour of 14 days, or of whose mail more than a fifth of 500 or more recipients bounces; the people of the account are notified. off pauses none.",
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
  METRICS_TOKEN: {
    default: null,
    meaning:
      "Bearer token of at least 16 characters for GET /metrics, the figures of all processes for Prometheus. Unset: there is no such page.",
    example: "9f2c41d8e07b5a36c4e1",
    read: readToken,
  },
  ALERT_EMAIL: {
    default: null,
    meaning:
      "Addresses that are told when an alert begins and when it is over, and to which mail to postmaster and abuse is forwarded; comma-separated. Unset: the health page alone tells.",
    example: "ops@example.com, oncall@example.com",
    read: readEmails,
  },
  ALERT_WEBHOOK: {
    default: null,
    meaning:
      "URL that is sent the same as JSON ({ text, alert }). It must be https and on the public internet.",
    example: "https://hooks.example.com/posthouse",
    read: readPublicUrl,
  },
  LOG_LEVEL: {
    default: "info",
    meaning: "Least level that is logged.",
    example: "debug",
    read: (text: string) => readChoice(text, LOG_LEVELS),
  },
} as const satisfies Record<string, Setting<unknown>>;
