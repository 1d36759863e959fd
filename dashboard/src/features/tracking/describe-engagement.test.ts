import { expect, test } from "vitest";
import { describeEngagement, type Engagement } from "./describe-engagement.ts";

const engagement = (more: Partial<Engagement>): Engagement => ({
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  kind: "click",
  link: 0,
  url: "https://shop.example/",
  actor: "human",
  confidence: 75,
  reasons: ["browser_navigation"],
  network: null,
  agent: "Firefox",
  created_at: "2026-11-24T08:30:00.000Z",
  ...more,
});

test("a click of a person is called a click", () => {
  expect(describeEngagement(engagement({}))).toEqual({
    title: "Clicked",
    isOfPerson: true,
    who: "Person · Firefox",
    why: "75% confidence: a browser followed the link.",
  });
});

test("a request of a program is not called an open or a click", () => {
  const scanner = describeEngagement(
    engagement({ actor: "scanner", confidence: 95, reasons: ["method_head", "new_signal"], agent: null }),
  );
  expect(scanner).toMatchObject({
    title: "Link followed",
    isOfPerson: false,
    who: "Security scanner",
    why: "95% confidence: a HEAD request, new_signal.",
  });
  expect(describeEngagement(engagement({ kind: "open", actor: "prefetch" })).title).toBe("Image loaded");
});
