import type { Config } from "../../config.ts";

/** The text after a start: the address of the dashboard, how to sign in, and how mail is sent. */
export function banner({
  version,
  config,
  url,
  smtp = "",
  inbound = "",
  defaultPasswordStands,
}: {
  version: string;
  config: Config;
  url: string;
  /** Ports for submission, in words. */
  smtp?: string;
  /** Port on which bounces arrive. */
  inbound?: string;
  defaultPasswordStands: boolean;
}): string {
  const rows: [string, string][] = [
    ["Open", url],
    ["Sign in", signIn(config, { url, defaultPasswordStands })],
    ["SMTP", smtp && `port ${smtp}; user posthouse, password an API key`],
    ["Bounces", inbound && `arrive on port ${inbound}`],
    ["Mail", whereMailGoes(config)],
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
  const password = config.defaultAdminPassword === "posthouse" ? "posthouse" : "as in DEFAULT_ADMIN_PASSWORD";
  return `as ${config.defaultAdminEmail}, password ${password}; you choose a new one first`;
}

function whereMailGoes({ delivery, smtpRelayUrl }: Config): string {
  if (delivery === "relay" && smtpRelayUrl)
    return `goes out through ${new URL(smtpRelayUrl).host} (SMTP_RELAY_URL)`;
  if (delivery === "direct") return "goes out to the recipients' mail servers (DELIVERY=direct)";
  return "is captured in the dashboard's inbox and never leaves this machine; set SMTP_RELAY_URL or DELIVERY=direct to deliver it";
}
