/** Names of programs by a part of their agent, the more specific first. */
const FAMILIES: readonly [RegExp, string][] = [
  [/^Mozilla\/5\.0$/, "Apple Mail Privacy Protection"],
  [/GoogleImageProxy/, "Gmail image proxy"],
  [/YahooMailProxy/, "Yahoo image proxy"],
  [/ FastmailUA\//, "Fastmail image proxy"],
  [/^hey\.com\/imageproxy /, "HEY image proxy"],
  [/Thunderbird\//, "Thunderbird"],
  [/Microsoft Outlook|MSOffice|Outlook-(?:iOS|Android)/, "Outlook"],
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Version\/[\d.]+ .*Safari\//, "Safari"],
  [/AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?: Mobile\/\w+)?$/, "Apple Mail"],
];

/** Returns the name of a program, without version and system; for an unknown program, the first word. Null: there is no name. */
export function agentFamily(agent: string): string | null {
  const text = agent.trim();
  const known = FAMILIES.find(([pattern]) => pattern.test(text))?.[1];
  return known ?? /^[A-Za-z][\w.-]{0,40}/.exec(text)?.[0] ?? null;
}
