/** The settings as a table, which also generates docs/reference/config.md (npm run generate). */
import {
  readBaseUrl,
  readChoice,
  readDatabaseUrl,
  readDnsServers,
  readDomainName,
  readEmail,
  readEmails,
  readHost,
  readHostNames,
  readInteger,
  readNetworks,
  readPort,
  readPublicUrl,
  readRelayUrl,
  readSecretKey,
  readSender,
  readSwitch,
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
    read: (text: string) => readPort(text),
  },
  HOST: {
    default: "127.0.0.1",
    meaning: "Address to listen on; 0.0.0.0 in the container image.",
    example: "0.0.0.0",
    read: readHost,
  },
  BASE_URL: {
    default: null,
    meaning: "URL of this instance for browsers and programs. Unset: http://localhost:PORT.",
    example: "https://mail.example.com",
    read: readBaseUrl,
  },
  ALLOWED_HOSTS: {
    default: "",
    meaning:
      "Host names besides that of BASE_URL under which browsers may open the dashboard, comma-separated; * allows any. IP addresses, localhost and names without a dot are always allowed. Other names are refused, which prevents DNS rebinding.",
    example: "mail.internal.example.com, posthouse.lan",
    read: readHostNames,
  },
  TRACKING_HTTPS_PORT: {
    default: null,
    meaning:
      "Port on which the api role serves tracking hosts over https, with certificates from ACME. Requests to port 80 of these hosts must reach PORT. Unset: a reverse proxy has the certificates.",
    example: "443",
    read: (text: string) => readPort(text),
  },
  ACME_DIRECTORY: {
    default: "https://acme-v02.api.letsencrypt.org/directory",
    meaning: "URL of the ACME directory of the certificate authority for TRACKING_HTTPS_PORT.",
    example: "https://acme-staging-v02.api.letsencrypt.org/directory",
    read: (text: string) => readUrl(text, ["https:"]),
  },
  ACME_EMAIL: {
    default: null,
    meaning: "Email address at which the certificate authority can reach the operator.",
    example: "admin@example.com",
    read: readEmail,
  },
  ACME_CA_FILE: {
    default: null,
    meaning:
      "Path of a PEM file with the CA certificate that verifies a private ACME_DIRECTORY. Unset: the system's certificates.",
    example: "/etc/posthouse/ca.pem",
    read: readText,
  },
  WEBHOOKS_TO_PRIVATE: {
    default: "off",
    meaning:
      "on: webhooks may use http, any port, and addresses of this machine and its network. Use it only if all users of the instance are trusted.",
    example: "on",
    read: readSwitch,
  },
  DATA_DIR: {
    default: "./data",
    meaning:
      "Directory of the embedded PostgreSQL, local secrets and the journals of workers. Keep it: after a crash, the journals show which mail went out.",
    example: "/var/lib/posthouse",
    read: readText,
  },
  DATABASE_URL: {
    default: null,
    meaning: "PostgreSQL to use instead of the embedded one (15 or newer).",
    example: "postgresql://posthouse:secret@db.example.com:5432/posthouse",
    read: readDatabaseUrl,
  },
  SECRET_KEY: {
    default: null,
    meaning:
      "Secret of at least 32 characters that encrypts private keys and relay passwords in the database, and signs return paths and unsubscribe links; the same on all nodes that share a database. Unset: generated at the first start and kept in DATA_DIR/secret.key.",
    example: "the output of: openssl rand -base64 32",
    read: readSecretKey,
  },
  SMTP_PORT: {
    default: null,
    meaning:
      "Port on which programs submit mail by SMTP with STARTTLS; 0 means any free port. Unset: 587 as root, otherwise 2587, and none if that port is taken.",
    example: "2587",
    read: (text: string) => readPort(text),
  },
  SMTPS_PORT: {
    default: null,
    meaning: "The same with implicit TLS. Unset: 465 as root, otherwise 2465.",
    example: "2465",
    read: (text: string) => readPort(text),
  },
  SMTP_TLS_CERT: {
    default: null,
    meaning:
      "PEM file of the certificate chain for SMTP, reloaded when it changes. Unset: a self-signed certificate, kept in DATA_DIR.",
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
      "Mail server that receives all outgoing mail. smtps:// uses implicit TLS. smtp:// with a password requires STARTTLS and a valid certificate; without a password it uses STARTTLS if offered. ?tls=required or ?tls=none overrides this; ?insecure=1 accepts any certificate.",
    example: "smtp://user:secret@smtp.example.com:587",
    read: readRelayUrl,
  },
  DELIVERY: {
    default: null,
    meaning:
      "How mail is sent. capture keeps all mail in the dashboard's inbox, relay sends it through SMTP_RELAY_URL or a relay of the dashboard, direct sends it to the recipients' mail servers. Unset: relay if SMTP_RELAY_URL is set, otherwise as chosen in the dashboard under Settings → Delivery, which is capture at first.",
    example: "direct",
    read: (text: string) => readChoice(text, ["capture", "relay", "direct"] as const),
  },
  HELO_NAME: {
    default: null,
    meaning:
      "Host name of this machine in SMTP (EHLO). The reverse DNS of its address should return this name. Unset: the host of BASE_URL.",
    example: "mail.example.com",
    read: readHost,
  },
  DIRECT_PORT: {
    default: "25",
    meaning: "Port of the recipients' mail servers. Change it only for tests.",
    example: "2525",
    read: (text: string) => readPort(text, { min: 1 }),
  },
  DIRECT_TO_PRIVATE: {
    default: "off",
    meaning:
      "on allows delivery to servers on private and local addresses; off refuses them, because no public domain has its mail server there.",
    example: "on",
    read: readSwitch,
  },
  INBOUND_HOST: {
    default: null,
    meaning:
      "Host name that receives bounces. The MX records of return paths point to it. Unset: the host of BASE_URL.",
    example: "in.mail.example.com",
    read: readHost,
  },
  INBOUND_PORT: {
    default: null,
    meaning:
      "Port on which bounces, complaints and reports arrive by SMTP; 0 means any free port. Unset: 25 as root, otherwise 2525, and none unless mail is delivered directly, RETURN_PATH_DOMAIN is set, or the return path of a domain points to INBOUND_HOST.",
    example: "2525",
    read: (text: string) => readPort(text),
  },
  RETURN_PATH_DOMAIN: {
    default: null,
    meaning:
      "Return path domain for senders whose own domain has none. Its MX record must point to INBOUND_HOST.",
    example: "bounces.mail.example.com",
    read: readDomainName,
  },
  DNS_SERVERS: {
    default: null,
    meaning:
      "DNS resolvers, comma-separated, each an IP address with or without a port. Unset: those of the system.",
    example: "127.0.0.1:5353, [2001:db8::53]",
    read: readDnsServers,
  },
  REQUIRE_VERIFIED_DOMAIN: {
    default: null,
    meaning:
      "on lets an account send only from domains that it has verified. Always on in SaaS mode and with direct delivery. Unset: on if sign-up is open and mail goes to a relay, otherwise off.",
    example: "on",
    read: readSwitch,
  },
  DEFAULT_FROM: {
    default: null,
    meaning: "Sender of accounts without a default sender of their own.",
    example: "Example <hello@example.com>",
    read: readSender,
  },
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
