import { agentFamily } from "../../tracking/index.ts";

/** An account stores whole user agents, only the names of programs, or nothing (null). A name contains no slash. */
type StoredAgent = string | null;

const UNKNOWN = "Unknown";
/** The names of programs that Postmark names otherwise. */
const CLIENTS: Readonly<Record<string, string>> = {
  "Gmail image proxy": "Gmail",
  "Yahoo image proxy": "Yahoo Mail",
};
/** In these, mail is read in a browser or through a provider's proxy, which its apps use as well as its web pages. */
const WEBMAIL = new Set([
  "Gmail image proxy",
  "Yahoo image proxy",
  "Chrome",
  "Edge",
  "Firefox",
  "Opera",
  "Safari",
]);
/** Programs that exist on one kind of device. Others have the same name on all. */
const DEVICES: Readonly<Record<string, string>> = { Thunderbird: "Desktop", "Samsung Internet": "Mobile" };

/** Postmark's name of a mail client or browser. */
export function clientOf(agent: StoredAgent): string {
  const name = nameOf(agent);
  return name === null ? UNKNOWN : (CLIENTS[name] ?? name);
}

/** Where an email was opened: `Desktop`, `Mobile`, `WebMail` or `Unknown`. */
export function platformOfOpen(agent: StoredAgent): string {
  const device = deviceOf(agent);
  return device !== "Mobile" && WEBMAIL.has(nameOf(agent) ?? "") ? "WebMail" : device;
}

/** Where a link was clicked: `Desktop`, `Mobile` or `Unknown`. */
export function deviceOf(agent: StoredAgent): string {
  if (agent?.includes("/")) {
    if (/iPhone|iPad|Android|Mobile/.test(agent)) return "Mobile";
    if (/Windows|Macintosh|X11/.test(agent)) return "Desktop";
  }
  return DEVICES[nameOf(agent) ?? ""] ?? UNKNOWN;
}

function nameOf(agent: StoredAgent): string | null {
  return agent?.includes("/") ? agentFamily(agent) : agent;
}
