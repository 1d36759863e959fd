import { createServer, get, type Server } from "node:http";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi } from "../harness/api-client.ts";
import { openVisit } from "../harness/browser.ts";
import { expectSoon } from "../harness/browser-expect.ts";
import { openPath } from "../harness/browser-open.ts";
import { openStage, type Stage } from "../harness/browser-stage.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

type Engagement = { kind: string; actor: string; url: string | null; reasons: string[] };
type Tracked = {
  opened: number;
  clicked: number;
  recipients: { state: string; engagements: Engagement[] }[];
};

/** Chromium without a window calls itself HeadlessChrome, and is rightly judged to be a program. */
const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

let stage: Stage;
let sink: SmtpSink;
/** The shop to which the mail links. */
let shop: Server;
let shopUrl: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  stage = await openStage({
    env: { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, DEFAULT_FROM: "Shop <news@shop.test>" },
  });
  shop = createServer((_request, response) => response.end("<title>Shop</title><h1>Welcome</h1>"));
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as { port: number }).port}`;
});
afterAll(async () => {
  await stage?.close();
  await sink?.close();
  shop?.close();
});

const session = () => ({ cookie: stage.member.cookie });
const load = async (id: string) =>
  (await callApi<Tracked>(stage.baseUrl, `/api/emails/${id}`, session())).body;

test("a person clicks through a delivered mail in Chromium, and the page of the email shows it", async () => {
  await stage.page.goto(`${stage.baseUrl}/settings/tracking`);
  await stage.page.getByLabel("Track clicks").check();
  await stage.page.getByLabel("Track opens").check();
  await stage.page.getByRole("button", { name: "Save" }).click();
  await stage.page.getByText("Saved").waitFor();

  const html = `<html><body><p>Hello</p><a href="${shopUrl}/offer?a=1&amp;b=2#top">Offer</a>
    <a href="${shopUrl}/plain" data-posthouse-track="off">Plain</a></body></html>`;
  let id = "";
  // The setting reaches all processes within half a second.
  await until(
    async () => {
      const sent = await callApi<{ id: string }>(stage.baseUrl, "/api/emails", {
        ...session(),
        body: { to: "reader@sink.test", subject: "A tracked offer", html },
      });
      id = sent.body.id;
      return (await callApi<{ tracking: object | null }>(stage.baseUrl, `/api/emails/${id}`, session())).body
        .tracking;
    },
    { what: "a tracked email" },
  );
  const raw = await until(() => sink.messages.at(-1)?.raw ?? false, { what: "the message" });
  await until(async () => (await load(id)).recipients[0]?.state === "delivered", { what: "the delivery" });
  const message = await PostalMime.parse(raw);
  expect(message.html).toContain(`href="${shopUrl}/plain"`);

  const reader = await openVisit(stage.browser, { userAgent: CHROME });
  await reader.page.setContent(message.html ?? "");
  expect(await reader.page.locator("a:visible").allTextContents()).toEqual(["Offer", "Plain"]);
  await reader.page.getByText("Offer").click();
  await reader.page.getByRole("heading", { name: "Welcome" }).waitFor();
  expect(reader.page.url()).toBe(`${shopUrl}/offer?a=1&b=2#top`);
  await reader.close();
  // Over http, a browser sends no Sec-Fetch-Mode, except to localhost.
  const [link = ""] = /http:\/\/[\w.]+:\d+\/c\/[\w/-]+/.exec(message.html ?? "") ?? [];
  const headers = { "user-agent": CHROME, "accept-language": "en" };
  get(link, { headers }, (response) => response.resume());

  // Hits soon after the delivery wait 20 s for others that explain them.
  const email = await until(
    async () => {
      const email = await load(id);
      const clicks = email.recipients[0]?.engagements.filter(({ kind }) => kind === "click");
      return clicks?.length === 2 && email;
    },
    { within: 60_000, what: "the engagements" },
  );
  expect(email.clicked).toBe(1);
  const engagements = email.recipients[0]?.engagements ?? [];
  expect(engagements.filter(({ kind }) => kind === "click").map(({ actor }) => actor)).toEqual([
    "human",
    "human",
  ]);
  expect(engagements).toContainEqual(
    expect.objectContaining({ kind: "click", actor: "human", url: `${shopUrl}/offer?a=1&b=2#top` }),
  );
  expect(engagements).toContainEqual(expect.objectContaining({ kind: "open" }));

  await stage.page.goto(`${stage.baseUrl}/emails/${id}`);
  await stage.page.getByText("1 clicked").waitFor();
  const list = stage.page.getByRole("list", { name: "Timeline" });
  await list.getByText("Clicked").first().waitFor();
  await list.getByText(`${shopUrl}/offer?a=1&b=2#top`).first().waitFor();
}, 180_000);

test("the requests of a scanner that follows all links are hidden until machines are shown", async () => {
  const links = [0, 1, 2, 3, 4].map((n) => `<a href="${shopUrl}/${n}">${n}</a>`).join("");
  const { body } = await callApi<{ id: string }>(stage.baseUrl, "/api/emails", {
    ...session(),
    body: { to: "scanned@sink.test", subject: "Scanned", html: links },
  });
  const raw = await until(
    () => sink.messages.find(({ recipients }) => recipients.includes("scanned@sink.test"))?.raw ?? false,
    { what: "the message" },
  );
  const { html = "" } = await PostalMime.parse(raw);
  for (const [url] of html.matchAll(/http:\/\/[\w.]+:\d+\/c\/[\w/-]+/g))
    await (await fetch(url, { redirect: "manual" })).body?.cancel();
  const email = await until(
    async () => {
      const email = await load(body.id);
      return (email.recipients[0]?.engagements.length ?? 0) >= 5 && email;
    },
    { within: 60_000, what: "the engagements" },
  );
  expect(email.clicked).toBe(0);
  expect(email.recipients[0]?.engagements.every(({ actor }) => actor === "scanner")).toBe(true);

  await stage.page.goto(`${stage.baseUrl}/emails/${body.id}`);
  await stage.page.getByRole("button", { name: "Show machines (5)" }).click();
  await stage.page.getByText("Security scanner").first().waitFor();
  await stage.page
    .getByText(/it followed a hidden link|the same address followed a hidden link/)
    .first()
    .waitFor();
}, 180_000);

test("the page of a domain sets up its tracking host and says what is wrong", async () => {
  await callApi(stage.baseUrl, "/api/domains", { ...session(), body: { name: "shop.test" } });
  await stage.page.goto(`${stage.baseUrl}/domains/shop.test`);
  await stage.page.getByLabel("Tracking host").fill("links");
  // Enter does nothing while the button is disabled.
  await stage.page.getByRole("button", { name: "Save", exact: true, disabled: false }).waitFor();
  await stage.page.getByLabel("Tracking host").press("Enter");
  await stage.page.getByText("Tracking host saved").waitFor();
  await stage.page.getByText("Not verified").first().waitFor();
  await stage.page.getByText("links.shop.test").first().waitFor();
  await stage.page.getByText("New mail is not tracked until the host works.").waitFor();
  await stage.page.getByLabel("Clicks").selectOption("Tracked");
  await stage.page.getByText("Tracking saved").waitFor();
});

test("the tracking host of one domain does not appear on the page of another, and follows changes of others", async () => {
  const { page, baseUrl } = stage;
  const host = page.getByLabel("Tracking host");
  await callApi(baseUrl, "/api/domains", { ...session(), body: { name: "bare.test" } });
  await openPath(page, baseUrl, "/domains/bare.test");
  await page.getByRole("heading", { name: "bare.test", exact: true }).waitFor();
  await host.fill("typed");
  await page.goBack();
  await page.getByRole("heading", { name: "shop.test", exact: true }).waitFor();
  expect(await host.inputValue()).toBe("links");
  const change = { method: "PATCH", body: { tracking_host: "go" } };
  await callApi(baseUrl, "/api/domains/shop.test", { ...session(), ...change });
  await page.getByRole("button", { name: "Check now" }).last().click();
  await expectSoon(() => host.inputValue()).toBe("go");
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
});
