import type { Relay, RelayInput } from "../../../api-types.ts";

/** The form's encryption options. */
export const SECURITIES = ["starttls", "tls", "offered", "none"] as const;
type Security = (typeof SECURITIES)[number];

/** The form's values: the parts of the URL, and numbers as typed. */
export type RelayDraft = {
  name: string;
  kind: "smtp" | "ses";
  host: string;
  port: string;
  security: Security;
  trustsAnyCertificate: boolean;
  user: string;
  /** Empty keeps an existing password. */
  password: string;
  region: string;
  accessKeyId: string;
  configurationSet: string;
  endpoint: string;
  weight: string;
  ratePerSecond: string;
  maxConnections: string;
};

export const NEW_RELAY_DRAFT: RelayDraft = {
  name: "",
  kind: "smtp",
  host: "",
  port: "",
  security: "starttls",
  trustsAnyCertificate: false,
  user: "",
  password: "",
  region: "eu-west-1",
  accessKeyId: "",
  configurationSet: "",
  endpoint: "",
  weight: "1",
  ratePerSecond: "",
  maxConnections: "",
};

export function draftOf(relay: Relay): RelayDraft {
  const url = new URL(relay.url);
  const draft = {
    ...NEW_RELAY_DRAFT,
    name: relay.name,
    kind: relay.kind,
    weight: String(relay.weight),
    ratePerSecond: relay.rate_per_second === null ? "" : String(relay.rate_per_second),
    maxConnections: relay.max_connections === null ? "" : String(relay.max_connections),
  };
  if (relay.kind === "ses") {
    const [configurationSet, endpoint] = ["configuration_set", "endpoint"].map(
      (name) => url.searchParams.get(name) ?? "",
    );
    return {
      ...draft,
      region: url.hostname,
      accessKeyId: decodeURIComponent(url.username),
      configurationSet: configurationSet ?? "",
      endpoint: endpoint ?? "",
    };
  }
  return {
    ...draft,
    host: decodeURIComponent(url.hostname),
    port: url.port,
    security: securityOf(url),
    trustsAnyCertificate: url.searchParams.get("insecure") === "1",
    user: decodeURIComponent(url.username),
  };
}

function securityOf(url: URL): Security {
  if (url.protocol === "smtps:") return "tls";
  const tls = url.searchParams.get("tls");
  if (tls === "none") return "none";
  return tls === "required" || url.username !== "" ? "starttls" : "offered";
}

/** The draft as an API request. Omits an unchanged password. */
export function inputOf(draft: RelayDraft): RelayInput {
  return {
    name: draft.name,
    url: draft.kind === "ses" ? sesUrlOf(draft) : smtpUrlOf(draft),
    ...(draft.password === "" ? {} : { password: draft.password }),
    weight: numberOf(draft.weight) ?? 0,
    rate_per_second: numberOf(draft.ratePerSecond),
    max_connections: numberOf(draft.maxConnections),
  };
}

function smtpUrlOf({ host, port, security, user, trustsAnyCertificate }: RelayDraft): string {
  const options = new URLSearchParams();
  if (security === "starttls") options.set("tls", "required");
  if (security === "none") options.set("tls", "none");
  if (trustsAnyCertificate && security !== "none") options.set("insecure", "1");
  const bare = host.trim();
  const named = bare.includes(":") && !bare.startsWith("[") ? `[${bare}]` : bare;
  const login = user.trim() === "" ? "" : `${encodeURIComponent(user.trim())}@`;
  const at = port.trim() === "" ? "" : `:${port.trim()}`;
  const query = options.size === 0 ? "" : `?${options}`;
  return `${security === "tls" ? "smtps" : "smtp"}://${login}${named}${at}${query}`;
}

function sesUrlOf({ region, accessKeyId, configurationSet, endpoint }: RelayDraft): string {
  const options = new URLSearchParams();
  if (configurationSet.trim() !== "") options.set("configuration_set", configurationSet.trim());
  if (endpoint.trim() !== "") options.set("endpoint", endpoint.trim());
  const query = options.size === 0 ? "" : `?${options}`;
  return `ses://${encodeURIComponent(accessKeyId.trim())}@${region.trim()}${query}`;
}

/** Null for an empty field. Text that is not a number is sent as typed; the server's error then appears at the field. */
function numberOf(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : 0;
}
