/** The flow counts recipients. Each number links to the emails with at least one recipient of that outcome, even if outcomes are mixed. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, sendEmail } from "../harness/api-client.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";
import { until } from "../harness/until.ts";

let stage: SharedStage;
let page: Page;

/** The simulator's recipients of each email. */
const MAIL: Record<string, string[]> = {
  "all delivered": ["delivered", "delivered+b"],
  "one of three bounced": ["delivered", "bounced", "delivered+b"],
  "bounced and open": ["bounced", "deferred"],
  "suppressed and open": ["suppressed", "uncertain"],
  "only bounced": ["bounced"],
};
const SIMULATOR = "simulator.posthouse.test";

const LINKS: [outcome: string, recipients: number, subjects: string[]][] = [
  ["Delivered", 4, ["all delivered", "one of three bounced"]],
  ["Bounced", 3, ["bounced and open", "one of three bounced", "only bounced"]],
  ["Suppressed", 1, ["suppressed and open"]],
  ["In progress", 2, ["bounced and open", "suppressed and open"]],
];

type Totals = { totals: { recipients: number; outcome_open: number } };

beforeAll(async () => {
  stage = await openSharedStage();
  page = stage.page;
  for (const [subject, recipients] of Object.entries(MAIL))
    await sendEmail(stage.baseUrl, stage.member.key, {
      from: "a@shop.test",
      to: recipients.map((name) => `${name}@${SIMULATOR}`),
      subject,
      text: "Hello",
    });
  await until(
    async () => {
      const { body } = await callApi<Totals>(stage.baseUrl, "/api/metrics?from=2026-01-01", {
        cookie: stage.member.cookie,
      });
      return body.totals.recipients === 10 && body.totals.outcome_open === 2;
    },
    { what: "the figures" },
  );
});
afterAll(() => stage?.close());
tellInChapters(() => page);

test.each(LINKS)(
  "%s: the number %i links to all emails with such a recipient",
  async (outcome, recipients, subjects) => {
    await page.goto(`${stage.baseUrl}/insights?range=24h`);
    const flow = page.getByRole("region", { name: "Where mail went" });
    const link = flow.getByRole("link", { name: new RegExp(`^${outcome}`) });
    await expectSoon(() => link.textContent()).toBe(`${outcome}${recipients}${recipients * 10}%`);
    await link.click();
    await page.getByRole("heading", { name: "Emails", level: 1 }).waitFor();
    const shown = async () =>
      (await page.getByRole("row").allTextContents())
        .flatMap((row) => Object.keys(MAIL).filter((subject) => row.includes(subject)))
        .sort();
    await expectSoon(shown).toEqual(subjects);
    // The search box shows the filter, and can change it.
    const box = page.getByRole("combobox", { name: "Search emails" });
    expect(await box.inputValue()).toContain("recipient_state:");
  },
);
