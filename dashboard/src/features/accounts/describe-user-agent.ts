// Order matters: Edge and Opera also say Chrome, Chrome also says Safari, Android also says Linux, an iPhone "like Mac OS X".
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const PHONES = ["iPhone", "iPad", "Android"];

/** "Chrome on macOS": enough for users to recognize their devices. */
export function describeUserAgent(userAgent: string): { name: string; isPhone: boolean } {
  const find = (table: [RegExp, string][]): string | undefined =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  const isPhone = system !== undefined && PHONES.includes(system);
  if (browser && system) return { name: `${browser} on ${system}`, isPhone };
  return { name: browser ?? system ?? "Unknown device", isPhone };
}
