import type { Endpoint } from "./mail/smtp/index.ts";
import { ConfigError } from "./platform/errors/index.ts";
import { type LogLevel, settings } from "./settings/index.ts";

export type DeliveryMode = "capture" | "relay" | "direct";

/** The settings of an instance: environment in, frozen Config out. settings.ts describes each setting. */
export type Config = Readonly<{
  port: number;
  host: string;
  baseUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Null: kept in the data directory. */
  secretKey: string | null;
  /** Port for submission; null: the default port, which may be in use. */
  smtpPort: number | null;
  smtpsPort: number | null;
  /** Null: self-signed. */
  smtpCertificate: { certFile: string; keyFile: string } | null;
  smtpRelayUrl: string | null;
  smtpRelay: Endpoint | null;
  /** The delivery mode that the environment sets, and by which variable. Null: it is chosen in the dashboard. */
  deliveryOverride: { mode: DeliveryMode; setting: "DELIVERY" | "SMTP_RELAY_URL" } | null;
  /** Host name in EHLO. */
  heloName: string;
  directPort: number;
  directToPrivate: boolean;
  /** Port for bounces; null: the default port, which may be in use. */
  inboundPort: number | null;
  /** Domain of the instance's own return paths. */
  returnPathDomain: string | null;
  /** Whether bounces are received in each delivery mode, and not only in `direct`. */
  takesReturns: boolean;
  /** Target of the MX records of return paths. */
  inboundHost: string;
  /** Null: the system's resolvers. */
  dnsServers: readonly string[] | null;
  /** Whether an account sends only from domains that it has verified. Null: it depends on the delivery mode. */
  requireVerifiedDomain: boolean | null;
  defaultFrom: string | null;
  /** Whether the first launch creates an admin; in the hosted edition people sign up. */
  hasDefaultAdmin: boolean;
  defaultAdminEmail: string;
  defaultAdminPassword: string;
  /** Null: it depends on the delivery mode. */
  signups: "open" | "closed" | null;
  /** Whether this is the hosted edition. Only src/processes/services/policies.ts reads it. */
  saas: boolean;
  /** Recipients that an account may send to in a UTC day; null: no limit. */
  dailyQuota: number | null;
  trustedProxies: readonly string[];
  /** Host names of the dashboard besides that of `baseUrl`. */
  allowedHosts: readonly string[];
  /** The https port of tracking hosts, and the certificate authority. Null: a proxy has the certificates. */
  trackingHttps: { port: number; directory: string; contact: string | null; caFile: string | null } | null;
  /** Webhooks may use http and private addresses. */
  webhooksToPrivate: boolean;
  /** Whether the abuse guard pauses keys. */
  abuseGuard: boolean;
  /** Requests of an account per minute; 0: no limit. */
  rateLimit: number;
  /** Null: no /metrics. */
  metricsToken: string | null;
  alertEmails: readonly string[];
  alertWebhook: string | null;
  logLevel: LogLevel;
}>;

/** The database of a role's process. `serve` sets DATABASE_URL also for the embedded PostgreSQL. */
export function databaseUrlOf({ databaseUrl }: Config): string {
  if (!databaseUrl) throw new ConfigError("DATABASE_URL is not set; start the roles through `serve`");
  return databaseUrl;
}

/**
 * RFC 6409 §3.1, RFC 8314 §3.3. Only root may listen on the standard ports, below 1024; other users get common alternatives. Each
 * role needs the same defaults, but only the role that listens runs as root. The others read the supervisor's user from
 * POSTHOUSE_SUPERVISOR (process-specs.ts).
 */
export const defaultSmtpPorts =
  process.getuid?.() === 0 || process.env.POSTHOUSE_SUPERVISOR === "root"
    ? { starttls: 587, implicit: 465, inbound: 25 }
    : { starttls: 2587, implicit: 2465, inbound: 2525 };

type Settings = typeof settings;
type SettingName = keyof Settings;

/** Only a setting without a default may be null. */
type ValueOf<N extends SettingName> =
  | ReturnType<Settings[N]["read"]>
  | (Settings[N]["default"] extends null | "" ? null : never);

/** Reads all settings; an empty string counts as unset. Throws ConfigError at the first wrong value. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const value = <N extends SettingName>(name: N) => readSetting(name, env[name]);
  const port = value("PORT");
  const baseUrl = value("BASE_URL") ?? `http://localhost:${port}`;
  const smtpRelay = value("SMTP_RELAY_URL");
  const delivery = value("DELIVERY");
  const inboundPort = value("INBOUND_PORT");
  const httpsPort = value("TRACKING_HTTPS_PORT");
  const returnPathDomain = value("RETURN_PATH_DOMAIN");
  const saas = value("PAYMENT_SECRET_KEY") !== null;
  const requireVerifiedDomain = value("REQUIRE_VERIFIED_DOMAIN");
  const deliveryOverride: Config["deliveryOverride"] = delivery
    ? { mode: delivery, setting: "DELIVERY" }
    : smtpRelay && { mode: "relay", setting: "SMTP_RELAY_URL" };
  return Object.freeze({
    port,
    host: value("HOST"),
    baseUrl,
    dataDir: value("DATA_DIR"),
    databaseUrl: value("DATABASE_URL"),
    secretKey: value("SECRET_KEY"),
    smtpPort: value("SMTP_PORT"),
    smtpsPort: value("SMTPS_PORT"),
    smtpCertificate: readPair(value("SMTP_TLS_CERT"), value("SMTP_TLS_KEY")),
    smtpRelayUrl: smtpRelay?.url ?? null,
    smtpRelay: smtpRelay?.endpoint ?? null,
    deliveryOverride,
    heloName: value("HELO_NAME") ?? new URL(baseUrl).hostname,
    directPort: value("DIRECT_PORT"),
    directToPrivate: value("DIRECT_TO_PRIVATE"),
    inboundPort,
    returnPathDomain,
    takesReturns: inboundPort !== null || returnPathDomain !== null,
    inboundHost: value("INBOUND_HOST") ?? new URL(baseUrl).hostname,
    dnsServers: value("DNS_SERVERS"),
    requireVerifiedDomain: saas || requireVerifiedDomain,
    defaultFrom: value("DEFAULT_FROM"),
    hasDefaultAdmin: !saas,
    defaultAdminEmail: value("DEFAULT_ADMIN_EMAIL"),
    defaultAdminPassword: value("DEFAULT_ADMIN_PASSWORD"),
    signups: value("SIGNUPS") ?? (saas ? "open" : null),
    saas,
    dailyQuota: value("DAILY_QUOTA"),
    trustedProxies: value("TRUSTED_PROXIES") ?? [],
    allowedHosts: value("ALLOWED_HOSTS") ?? [],
    trackingHttps:
      httpsPort === null
        ? null
        : {
            port: httpsPort,
            directory: value("ACME_DIRECTORY"),
            contact: value("ACME_EMAIL"),
            caFile: value("ACME_CA_FILE"),
          },
    webhooksToPrivate: value("WEBHOOKS_TO_PRIVATE"),
    abuseGuard: value("ABUSE_GUARD"),
    rateLimit: value("RATE_LIMIT") ?? (saas ? 60_000 : 1_200_000),
    metricsToken: value("METRICS_TOKEN"),
    alertEmails: value("ALERT_EMAIL") ?? [],
    alertWebhook: value("ALERT_WEBHOOK"),
    logLevel: value("LOG_LEVEL"),
  });
}

/** Whether people may register: by default while no mail leaves. */
export function signupsIn({ signups }: Pick<Config, "signups">, mode: DeliveryMode): "open" | "closed" {
  return signups ?? (mode === "capture" ? "open" : "closed");
}

/** With open sign-up, strangers send through the operator's relay and must not use other people's domains. */
export function requiresVerifiedDomain(
  config: Pick<Config, "signups" | "requireVerifiedDomain">,
  mode: DeliveryMode,
): boolean {
  if (mode === "direct") return true;
  return config.requireVerifiedDomain ?? (mode === "relay" && signupsIn(config, mode) === "open");
}

function readPair(certFile: string | null, keyFile: string | null) {
  if (certFile && keyFile) return { certFile, keyFile };
  if (!certFile && !keyFile) return null;
  throw new ConfigError("SMTP_TLS_CERT and SMTP_TLS_KEY belong together: set both or none");
}

function readSetting<N extends SettingName>(name: N, given: string | undefined): ValueOf<N> {
  const setting = settings[name];
  const text = given?.trim() || setting.default;
  try {
    return (text ? setting.read(text) : null) as ValueOf<N>;
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}, e.g. ${name}=${setting.example}`);
  }
}
