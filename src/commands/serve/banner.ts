import type { Config, DeliveryMode } from "../../config.ts";
import { settings } from "../../settings/index.ts";

/** The text after a start: the address of the dashboard, how to sign in, and how mail is sent. */
export function banner({
  version,
  config,
  url,
  smtp = "",
  inbound = "",
  mode,
  defaultPasswordStands,
}: {
  version: string;
  config: Config;
  url: string;
  /** Ports for submission, in words. */
  smtp?: string;
  /** Port on which bounces arrive. */
  inbound?: string;
  /** The delivery mode in force. */
  mode: DeliveryMode;
  defaultPasswordStands: boolean;
}): string {
  const rows: [string, string][] = [
    ["Open", url],
    ["Sign in", signIn(config, { url, defaultPasswordStands })],
    ["SMTP", smtp && `port ${smtp}; user posthouse, password an API key`],
    ["Bounces", inbound && `arrive on port ${inbound}`],
    ["Mail", whereMailGoes(config, mode)],
  ];
  const lines = rows.filter(([, text]) => text !== "").map(([name, text]) => `  ${name.padEnd(9)}${text}`);
  return `\nPosthouse ${version} is ready.\n\n${lines.join("\n")}\n\n`;
}

function signIn(
  config: Config,
  { url, defaultPasswordStands }: { url: string; defaultPasswordStands: boolean },
): string {
  if (!config.hasDefaultAdmin) return `or sign up at ${url}/signup`;
  if (!defaultPasswordStands) return "";
  const documented = settings.DEFAULT_ADMIN_PASSWORD.default;
  const password = config.defaultAdminPassword === documented ? documented : "as in DEFAULT_ADMIN_PASSWORD";
  return `as ${config.defaultAdminEmail}, password ${password}; you choose a new one first`;
}

function whereMailGoes({ deliveryOverride, smtpRelayUrl }: Config, mode: DeliveryMode): string {
  const setting = deliveryOverride?.setting === "DELIVERY" ? ` (DELIVERY=${mode})` : "";
  if (mode === "relay" && smtpRelayUrl)
    return `goes out through ${new URL(smtpRelayUrl).host} (SMTP_RELAY_URL)`;
  if (mode === "relay") return `goes out through a relay of the dashboard${setting}`;
  if (mode === "direct") return `goes out to the recipients' mail servers${setting}`;
  return `stays in the dashboard's inbox${setting}; to deliver it, choose Go live in the dashboard`;
}
