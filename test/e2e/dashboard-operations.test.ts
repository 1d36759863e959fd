import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEmail } from "../harness/api-client.ts";
import { accessibilityFaults, expectAccessible } from "../harness/browser-axe.ts";
import { tellInChapters } from "../harness/browser-chapters.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { DAMAGE_ON_PAGE, payloads } from "../harness/browser-payloads.ts";
import { focusedInList } from "../harness/browser-rows.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { countsInDatabase, countsOnPage } from "../harness/queue-counts.ts";
import { runSql } from "../harness/run-sql.ts";

let stage: Stage;
let page: Page;

beforeAll(async () => {
  // Without a worker, waiting mail stays. The alert's last sighting is an hour ahead, so that it is not closed during the test. The
  // uncertain recipient must not open a second one, which a slow run would see.
  stage = await openStage({
    roles: ["api"],
    env: { ALERT_WEBHOOK: "https://127.0.0.1/" },
  });
  page = stage.page;
  const to = ["a@one.example", "b@one.example", "c@two.example", "d@held.example", "e@late.example"];
  await sendEmail(stage.baseUrl, stage.member.key, { to, subject: payloads[0], text: "Hello" });
  const reply = JSON.stringify({ line: `451 4.7.1 ${payloads.slice(0, 4).join(" ")}` }).replaceAll("'", "''");
  await runSql(
    stage.databaseUrl,
    `UPDATE people SET is_operator = true;
     INSERT INTO provider_domains (domain, provider) VALUES ('one.example', 'big.example'), ('two.example', 'big.example');
     UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL WHERE domain = 'held.example';
     UPDATE recipients SET state = 'deferred', ready = false, due_at = now() + interval '1 hour' WHERE domain = 'late.example';
     INSERT INTO events (account_id, email_id, id, position, attempt, type, detail)
     SELECT account_id, email_id, event_id(now(), uuid_send(gen_random_uuid())), position, 1, state, '${reply}' FROM recipients WHERE domain IN ('held.example', 'late.example');
     INSERT INTO alert_rules (rule, enabled) VALUES ('uncertain_recipients', false);
     INSERT INTO alerts (id, rule, subject, words, seen_at) VALUES (gen_random_uuid(), 'queue_stuck', '', 'The oldest mail in the queue has waited for 20 minutes.', now() + interval '1 hour');
     INSERT INTO queue_minutes (account_id, domain, minute, delivered)
     SELECT account_id, domain, date_trunc('minute', now()) - n * interval '1 minute', 10 * n FROM recipients, generate_series(1, 14) n WHERE domain = 'one.example' GROUP BY 1, 2, 3, 4`,
  );
});
afterAll(() => stage?.close());
tellInChapters(() => page);

const rows = () => page.getByRole("region", { name: "Destinations" }).getByRole("heading", { level: 3 });

async function choose(action: string, name = "big.example"): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("the queue shows where mail waits and why, with servers' replies as text (K2)", async () => {
  await page.goto(`${stage.baseUrl}/`);
  await page
    .getByRole("alert")
    .filter({ hasText: "The oldest mail in the queue has waited for 20 minutes." })
    .getByRole("link", { name: "Health" })
    .waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Health 1 open alert" }).waitFor();
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Queue/ })
    .click();
  await page.getByRole("heading", { name: "Queue", exact: true }).waitFor();
  await expectSoon(() => rows().allTextContents()).toEqual(["big.exampleQueued", "late.example"]);
  await page.getByText("Deferred, will be retried: 451 4.7.1").waitFor();
  await page.getByText("No worker is running, so no mail is sent.").waitFor();
  await page.getByRole("region", { name: "Uncertain mail" }).getByText("d@held.example").waitFor();
  expect(await page.evaluate<string[]>(DAMAGE_ON_PAGE)).toEqual([]);
  await expectAccessible(page, "the queue");
});

test("each destination has as many queued, in flight and later recipients as the database", async () => {
  const domains = [...Array(9).fill("busy.example"), ...Array(6).fill("two.example")];
  const to = domains.map((domain, n) => `r${n}@${domain}`);
  await sendEmail(stage.baseUrl, stage.member.key, { to, subject: "Counted", text: "Hello" });
  const counted = "email_id = (SELECT id FROM emails WHERE subject = 'Counted')";
  const later = (state: string, positions: string) =>
    `UPDATE recipients SET state = '${state}', ready = false, due_at = now() + interval '1 hour'
     WHERE ${counted} AND position IN (${positions});`;
  await runSql(
    stage.databaseUrl,
    later("sending", "0, 1, 9") +
      later("deferred", "2, 10") +
      later("queued", "3, 11, 12") +
      later("uncertain", "4"),
  );
  const counts = await countsInDatabase(stage.databaseUrl);
  expect(counts).toEqual({ "big.example": [5, 1, 3], "busy.example": [4, 2, 3], "late.example": [0, 0, 1] });
  await expectSoon(() => countsOnPage(page)).toEqual(counts);
  await runSql(stage.databaseUrl, `DELETE FROM recipients WHERE ${counted}`);
});

test("the queue is searched by domain and by the state of its mail, in the URL", async () => {
  const box = page.getByRole("combobox", { name: "Search the queue" });
  const footer = () => page.getByRole("navigation", { name: "Pages" }).textContent();
  await expectSoon(footer).toBe("2 destinations");
  await box.pressSequentially("state:del");
  await box.press("ArrowDown");
  await box.press("Enter");
  await expectSoon(() => rows().allTextContents()).toEqual(["late.example"]);
  expect(await footer()).toBe("1 destination");
  expect(new URL(page.url()).search).toBe("?state=delayed");
  await page.reload();
  await expectSoon(() => rows().allTextContents()).toEqual(["late.example"]);
  expect(await box.inputValue()).toBe("state:delayed");
  await box.fill("state:waiting big");
  await expectSoon(() => rows().allTextContents()).toEqual(["big.exampleQueued"]);
  await box.fill("state:lost");
  await page.getByText("“lost” is not a valid value of state. Use waiting, in_flight, delayed.").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expectSoon(footer).toBe("2 destinations");
});

test("a search without matches does not claim that the queue is empty", async () => {
  await page.getByLabel("Search the queue").fill("unknown.example");
  await page.getByRole("heading", { name: "No queued mail matches" }).waitFor();
  expect(await page.getByText("Queue is empty").count()).toBe(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expectSoon(() => rows().allTextContents()).toEqual(["big.exampleQueued", "late.example"]);
  await page.locator("main").focus();
});

test("j and k move through the destinations and the uncertain recipients, and Tab leads into a row", async () => {
  const focused = focusedInList(page);
  await page.keyboard.press("j");
  await focused.getByRole("heading", { name: /^big\.example/ }).waitFor();
  await page.keyboard.press("j");
  await focused.getByRole("heading", { name: "late.example" }).waitFor();
  await page.keyboard.press("j");
  expect(await focused.textContent()).toBe("d@held.example");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await page.keyboard.press("Tab");
  expect(await focused.getAttribute("aria-label")).toBe("Actions for big.example");
  await page.keyboard.press("j");
  await focused.getByRole("heading", { name: "late.example" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.locator("#recipients").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Queue", exact: true }).waitFor();
});

test("a pause is created, shown with its reason, and ended", async () => {
  await choose("Pause");
  await page.getByRole("dialog").getByLabel("Reason").fill("They asked us to wait");
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  const paused = page.getByRole("region", { name: "Paused" });
  await paused.getByText("They asked us to wait").waitFor();
  await expectSoon(() => rows().first().textContent()).toBe("big.examplePaused");
  await page.getByText("Paused: They asked us to wait").waitFor();
  await expectAccessible(page, "a queue that is paused");
  await paused.getByRole("button", { name: "Resume: Paused: mail to big.example" }).click();
  await paused.waitFor({ state: "detached" });
});

test("an undo that fails says so, and an undo has no undo of its own", async () => {
  const act = async (action: string, reason: string) => {
    await choose(action);
    await page.getByRole("dialog").getByLabel("Reason").fill(reason);
    await page.getByRole("dialog").getByRole("button", { name: action }).click();
    await paused.getByText(reason).waitFor();
  };
  const paused = page.getByRole("region", { name: "Paused" });
  const held = page.getByRole("article").filter({ hasText: "Held" });
  const undo = held.getByRole("button", { name: "Undo" });
  await act("Pause", "they asked us");
  await act("Hold", "looks wrong");
  await page.route("**/queue/actions", (route) =>
    route.fulfill({ status: 429, json: { error: { code: "rate_limited", message: "Too many." } } }),
  );
  await undo.click();
  await page.getByText("Could not undo").waitFor();
  await page.unroute("**/queue/actions");
  await act("Hold", "still looks wrong");
  await undo.click();
  await paused.getByText(/^looks wrong/).waitFor();
  // The toast of the hold that is in force again.
  await held.waitFor();
  expect(await undo.count()).toBe(0);
  await choose("Resume");
  await runSql(stage.databaseUrl, "DELETE FROM queue_pauses");
  await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await page.getByText("Nothing to resume").waitFor();
  await paused.waitFor({ state: "detached" });
});

test("retry and purge show the number of recipients and the result", async () => {
  await choose("Retry now", "late.example");
  await page.getByRole("dialog").getByText("1 recipient is due later.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Retry now" }).click();
  await page.getByText("Retrying 1").waitFor();
  await choose("Purge");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Cancels 3 queued recipients and 0 due later").waitFor();
  expect(await dialog.getByRole("button", { name: "Purge mail" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Type “purge” to confirm").fill("purge");
  await dialog.getByRole("button", { name: "Purge mail" }).click();
  await page.getByText("3 canceled").waitFor();
  // The row of a destination stays for some time after its last mail.
  await expectSoon(async () => (await rows().allTextContents()).includes("big.exampleQueued")).toBe(false);
});

test("uncertain recipients are listed page by page and by domain, in the URL", async () => {
  const uncertain = page.getByRole("region", { name: "Uncertain mail" });
  const count = () => uncertain.getByRole("listitem").count();
  const box = page.getByLabel("Domain of uncertain mail");
  const setUncertain = (domain: string) =>
    `UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL WHERE domain = '${domain}'`;
  const to = Array.from({ length: 20 }, (_, n) => `n${n}@many.example`);
  await sendEmail(stage.baseUrl, stage.member.key, { to, subject: "Many", text: "Hello" });
  await runSql(stage.databaseUrl, setUncertain("many.example"));
  await page.reload();
  await expectSoon(count).toBe(20);
  await uncertain.getByRole("button", { name: "More" }).click();
  await expectSoon(count).toBe(1);
  await page.reload();
  await page.getByRole("button", { name: "Mark as delivered: d@held.example" }).click();
  await uncertain.getByText("Nothing left on this page.").waitFor();
  await uncertain.getByRole("button", { name: "First page" }).click();
  await expectSoon(count).toBe(20);
  await runSql(stage.databaseUrl, setUncertain("held.example"));
  await box.fill("held.example");
  await expectSoon(count).toBe(1);
  expect(new URL(page.url()).search).toBe("?uncertain_domain=held.example");
  await box.fill("other.example");
  await uncertain.getByText("None for this domain.").waitFor();
  // The field takes no longer text, but the address does.
  expect(await box.getAttribute("maxlength")).toBe("255");
  await page.goto(`${stage.baseUrl}/queue?uncertain_domain=${"a".repeat(256)}`);
  await uncertain.getByRole("alert").waitFor();
  await expectAccessible(page, "a rejected domain");
  await uncertain.getByRole("button", { name: "Clear search" }).click();
  await expectSoon(count).toBe(20);
  await runSql(stage.databaseUrl, "DELETE FROM recipients WHERE domain = 'many.example'");
});

test("a person decides about uncertain mail, also about several recipients at once", async () => {
  const uncertain = page.getByRole("region", { name: "Uncertain mail" });
  const dialog = page.getByRole("dialog");
  const to = ["f@lost.example", "g@lost.example"];
  await sendEmail(stage.baseUrl, stage.member.key, { to, subject: "Uncertain", text: "Hello" });
  await runSql(
    stage.databaseUrl,
    "UPDATE recipients SET state = 'uncertain', ready = false, due_at = NULL WHERE domain = 'lost.example'",
  );
  await page.reload();
  await expectSoon(() => uncertain.getByRole("listitem").count()).toBe(3);
  await page.getByRole("button", { name: "Mark as delivered: d@held.example" }).click();
  await expectSoon(() => uncertain.getByRole("listitem").count()).toBe(2);
  await page.locator("main").focus();
  // The rows below those of the destinations.
  for (const key of ["k", "x", "k", "x"]) await page.keyboard.press(key);
  await page.getByText("2 recipients selected").waitFor();
  await expectAccessible(page, "selected recipients");
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Mark as delivered" })
    .click();
  await dialog.getByText("The emails are not sent again.").waitFor();
  await dialog.getByRole("button", { name: "Mark as delivered" }).click();
  await uncertain.waitFor({ state: "detached" });
  await dialog.getByText("2 recipients marked as delivered.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
});

test("people see an operator's pauses of the instance or their account, and cannot end them (L5)", async () => {
  const paused = page.getByRole("region", { name: "Paused" });
  const confirm = async () => {
    await page.getByRole("dialog").getByLabel("Reason").fill("We move house");
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  };
  await page.getByLabel("Scope").selectOption("accounts");
  await page.waitForURL(/view=accounts/);
  const accounts = page.getByRole("region", { name: "Accounts" });
  await accounts
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await confirm();
  await paused.getByRole("button", { name: /^Resume: / }).waitFor();
  await page.getByRole("button", { name: "All mail", exact: true }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await confirm();
  const resume = paused.getByRole("button", { name: /^Resume: / });
  await expectSoon(() => resume.count()).toBe(2);
  await page.getByLabel("Scope").selectOption("own");
  // The previous view contains the text, too.
  await expectSoon(() => resume.count()).toBe(0);
  await expectSoon(() => paused.getByText("We move house").count()).toBe(2);
  expect(await resume.count()).toBe(0);
  await page.getByRole("button", { name: "All mail", exact: true }).click();
  expect(await page.getByRole("menuitem").first().textContent()).toBe("Pause");
  await page.keyboard.press("Escape");
  await page.getByLabel("Scope").selectOption("destinations");
  await page.waitForURL(/view=destinations/);
  for (let left = 2; left > 0; left -= 1) {
    await expectSoon(() => resume.count()).toBe(left);
    await resume.first().click();
  }
  await paused.waitFor({ state: "detached" });
});

test("operators see the instance's health with what to do", async () => {
  await page.getByRole("link", { name: "Health" }).click();
  await page.getByRole("heading", { name: "Health" }).waitFor();
  await page.getByRole("region", { name: "Open alerts" }).getByText("has waited for 20 minutes").waitFor();
  await runSql(
    stage.databaseUrl,
    `INSERT INTO alerts (id, rule, subject, words, opened_at, closed_at)
     SELECT gen_random_uuid(), 'queue_stuck', n::text, 'Past alert ' || n, now(), now() FROM generate_series(1, 25) n`,
  );
  const history = page.getByRole("region", { name: "Alert history" });
  const footer = history.getByRole("navigation", { name: "Pages" });
  await page.reload();
  await expectSoon(() => footer.locator("span").first().textContent()).toBe("1–20 alerts");
  await footer.getByRole("link", { name: "Next page" }).click();
  await expectSoon(() => footer.locator("span").first().textContent()).toBe("21–25 alerts");
  await page.getByRole("region", { name: "Open alerts" }).getByText("has waited for 20 minutes").waitFor();
  const checks = page.getByRole("region", { name: "Checks" });
  await checks.getByText("no worker is running").waitFor();
  expect(await checks.getByRole("heading", { level: 3 }).first().textContent()).toBe("Workers");
  await checks.getByText("commits are durable").or(checks.getByText("accepted mail can be lost")).waitFor();
  await checks.getByText(/^webhooks and statistics are at most [\d.]+ s behind$/).waitFor();
  const save = page.getByRole("region", { name: "Alert rules" }).getByRole("button", { name: "Save" });
  const threshold = page.getByLabel("queue_stuck, minutes");
  for (const text of ["", "1,5"]) {
    await threshold.fill(text);
    await save.click();
    await expectSoon(() => threshold.getAttribute("aria-invalid")).toBe("true");
  }
  await threshold.fill("30");
  await save.click();
  await page.getByText("Saved").first().waitFor();
  await page.getByRole("button", { name: "Send test alert" }).click();
  await page.getByText(/^ALERT_WEBHOOK leads to an address that is not on the public internet/).waitFor();
  await expectAccessible(page, "the health page");
});

test("the retry schedule is set on the account page", async () => {
  await page.goto(`${stage.baseUrl}/settings/account`);
  await page.getByLabel("Hold for review").check();
  await page.getByLabel("Minutes between retries").fill("5, 1");
  await page.getByRole("button", { name: "Save retries" }).click();
  await expectSoon(() => page.getByLabel("Minutes between retries").getAttribute("aria-invalid")).toBe(
    "true",
  );
  await page.getByLabel("Minutes between retries").fill("1, 5");
  await page.getByRole("button", { name: "Save retries" }).click();
  await page.getByText("Saved").first().waitFor();
  await page.reload();
  await expectSoon(() => page.getByLabel("Minutes between retries").inputValue()).toBe("1, 5");
});

test("other users see nothing of the instance's settings, and no page violated its policy (L5, K5)", async () => {
  await runSql(
    stage.databaseUrl,
    "UPDATE people SET is_operator = false; INSERT INTO accounts (id, name) VALUES ('00000000-0000-7000-8000-000000000001', 'older')",
  );
  await page.goto(`${stage.baseUrl}/queue`);
  await page.getByRole("link", { name: "Queue" }).waitFor();
  await page.getByRole("heading", { name: "Queue", level: 1 }).waitFor();
  expect(await page.getByRole("link", { name: "Health" }).count()).toBe(0);
  expect(await page.getByLabel("Scope").count()).toBe(0);
  await page.goto(`${stage.baseUrl}/health`);
  await page.getByText("Only an operator of the instance may do this").first().waitFor();
  expect(stage.visit.watch.faults).toEqual([]);
  expect(stage.visit.watch.dialogs).toEqual([]);
});
