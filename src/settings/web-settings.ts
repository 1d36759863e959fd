import type { Setting } from "./setting.ts";
import {
  readBaseUrl,
  readDatabaseUrl,
  readEmail,
  readHost,
  readHostNames,
  readPort,
  readSecretKey,
  readSwitch,
  readText,
  readUrl,
} from "./setting-readers.ts";

/** Settings of the web server, its addresses, the data and the database. */
export const WEB_SETTINGS = {
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
} as const satisfies Record<string, Setting<unknown>>;
