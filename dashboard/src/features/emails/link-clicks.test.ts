import { expect, test } from "vitest";
import { clicksByUrl, describeClicks } from "./link-clicks.ts";

const click = (url: string, actor: "human" | "proxy" | "scanner" = "human") => ({
  kind: "click" as const,
  url,
  actor,
});

test("people and clicks are counted for each link, and clicks of programs are not", () => {
  const clicks = clicksByUrl([
    { engagements: [click("https://a.example"), click("https://a.example/"), click("https://b.example/x")] },
    { engagements: [click("https://a.example/", "proxy"), click("https://b.example/x", "scanner")] },
    { engagements: [{ kind: "open", url: null, actor: "human" }] },
  ]);
  expect([...clicks].map(([url, count]) => [url, describeClicks(count)])).toEqual([
    ["https://a.example/", "Clicked by 2 people, 3 times"],
    ["https://b.example/x", "Clicked by 1 person"],
  ]);
});
