import { expect, test } from "vitest";
import { clientOf, deviceOf, platformOfOpen } from "./reader-names.ts";

const IOS_MAIL =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const MAC_MAIL = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const GMAIL = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const CHROME_ON_ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const OUTLOOK = "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Outlook 16.0.5)";
const OUTLOOK_ON_IOS = "Outlook-iOS/711.2.1 (iPhone)";

test.each([
  ["a whole agent: Mail on an iPhone", IOS_MAIL, "Apple Mail", "Mobile", "Mobile"],
  ["a whole agent: Mail on a Mac", MAC_MAIL, "Apple Mail", "Desktop", "Desktop"],
  ["a whole agent: Gmail's proxy", GMAIL, "Gmail", "WebMail", "Desktop"],
  ["a whole agent: Chrome on Windows", CHROME, "Chrome", "WebMail", "Desktop"],
  ["a whole agent: Chrome on Android", CHROME_ON_ANDROID, "Chrome", "Mobile", "Mobile"],
  ["a whole agent: Outlook on Windows", OUTLOOK, "Outlook", "Desktop", "Desktop"],
  ["a whole agent: Outlook on an iPhone", OUTLOOK_ON_IOS, "Outlook", "Mobile", "Mobile"],
  ["a name: Gmail's proxy", "Gmail image proxy", "Gmail", "WebMail", "Unknown"],
  ["a name: Yahoo's proxy", "Yahoo image proxy", "Yahoo Mail", "WebMail", "Unknown"],
  ["a name: Mail, which exists on both", "Apple Mail", "Apple Mail", "Unknown", "Unknown"],
  ["a name: Chrome, which exists on both", "Chrome", "Chrome", "WebMail", "Unknown"],
  ["a name: a browser of phones", "Samsung Internet", "Samsung Internet", "Mobile", "Mobile"],
  ["a name: a program for computers", "Thunderbird", "Thunderbird", "Desktop", "Desktop"],
  ["a name: another program", "Sylpheed", "Sylpheed", "Unknown", "Unknown"],
  ["nothing stored", null, "Unknown", "Unknown", "Unknown"],
])("%s", (_, agent, client, platform, device) => {
  expect([clientOf(agent), platformOfOpen(agent), deviceOf(agent)]).toEqual([client, platform, device]);
});
