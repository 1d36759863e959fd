/**
 * Text of a setting in, value out. Each throws an Error whose message completes "SETTING …" and never repeats a URL, which may
 * hold a password.
 */
import type { Endpoint } from "./mail/smtp/index.ts";
// Not through the index: the supervisor reads settings and must stay small.
import { parseRelayUrl } from "./mail/smtp/parse-relay-url.ts";

export function readText(text: string): string {
  return text;
}

export function readInteger(text: string, { min, max }: { min: number; max: number }): number {
  if (!/^\d+$/.test(text) || Number(text) < min || Number(text) > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return Number(text);
}

export function readChoice<T extends string>(text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (!found) throw new Error(`must be one of ${choices.join(", ")}`);
  return found;
}

export function readDelivery(text: string): "capture" | "relay" {
  if (text === "direct")
    throw new Error("cannot be direct yet: this version delivers through SMTP_RELAY_URL");
  return readChoice(text, ["capture", "relay"]);
}

export function readHost(text: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(text)) throw new Error("must be an IP address or a host name");
  return text;
}

/** Values of URLs may hold passwords, so a fault never repeats the value. */
export function readUrl(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !protocols.includes(url.protocol))
    throw new Error(`must be a URL that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`);
  return text;
}

export function readRelayUrl(text: string): { url: string; endpoint: Endpoint } {
  const parsed = parseRelayUrl(text);
  if (!parsed.ok) throw new Error(`is not usable: ${parsed.reason}`);
  return { url: text, endpoint: parsed.endpoint };
}

export function readBaseUrl(text: string): string {
  const url = new URL(readUrl(text, ["http:", "https:"]));
  if (url.pathname !== "/" || url.search || url.hash || url.username)
    throw new Error("must be scheme and host only, without a path");
  return url.origin;
}

export function readEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error("must be an email address");
  return text;
}

export function readNetworks(text: string): readonly string[] {
  const networks = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const wrong = networks.find((network) => !/^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(network));
  if (wrong) throw new Error("must be IP addresses or CIDR networks, separated by commas");
  return networks;
}
