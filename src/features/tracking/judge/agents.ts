/** Facts that a user agent shows. */
import { isbot } from "isbot";

/** Agents of programs that show mail, seen in real requests; Spark and Airmail in faisalman/ua-parser-js#237. */
export function isMailProgram(text: string): boolean {
  return /^(?:Spark|Airmail)\b.* CFNetwork\/|Thunderbird\/|Microsoft Outlook|ms-office; MSOffice|Outlook-iOS|Outlook-Android|AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)$|AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/\w+$/.test(
    text,
  );
}

/** isbot lists the proxies too. */
export function isKnownReader(text: string): boolean {
  return (
    isMailProgram(text) || /GoogleImageProxy|YahooMailProxy|FastmailUA|^hey\.com\/imageproxy /.test(text)
  );
}

/** Most hits have one of few agents, and isbot tests hundreds of patterns. */
const MAX_KNOWN_AGENTS = 1_000;
const knownAgents = new Map<string, boolean>();

export function isProgram(text: string): boolean {
  const known = knownAgents.get(text);
  if (known !== undefined) return known;
  if (knownAgents.size >= MAX_KNOWN_AGENTS) knownAgents.clear();
  const result = isbot(text);
  knownAgents.set(text, result);
  return result;
}

export function isNewBrowser(text: string): boolean {
  const version = (name: string) => Number(new RegExp(`${name}/(\\d+)`).exec(text)?.[1] ?? 0);
  return version("Chrome") >= 76 || version("Firefox") >= 90;
}
