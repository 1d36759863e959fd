/**
 * `npm run screenshots`: takes the README's pictures of the dashboard, in docs/images. Needs Chromium.
 * `-- --all --to DIR`: takes pictures of all pages instead, in both themes at four widths. `--only inbox --width 390`: some of them.
 */
import { mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { openVisit, startBrowser } from "../harness/browser.ts";
import { adoptSession } from "../harness/browser-account.ts";
import { startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { seedHistory } from "./seed-history.ts";
import { takeAllScreenshots } from "./take-all-screenshots.ts";

const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const viewport = { width: 1440, height: 900 };
/** The README is also read over slow connections. */
const MAX_BYTES = 250_000;

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    to: { type: "string", default: "screenshots" },
    only: { type: "string" },
    width: { type: "string", multiple: true },
  },
});
const { all, to, only, width } = values;
if (all)
  await takeAllScreenshots({
    to: resolve(to),
    ...(only && { only }),
    ...(width && { widths: width.map(Number) }),
  });
else await takeReadmePictures();

async function takeReadmePictures(): Promise<void> {
  // Without a worker, because the invented mail must not be sent.
  const posthouse = await startPosthouse({
    roles: ["api"],
    env: { SMTP_RELAY_URL: "smtp://smtp.example.net:587" },
  });
  const browser = await startBrowser();
  try {
    const { baseUrl } = posthouse;
    const { email: owner, cookie, key } = await signUpAndCreateKey(posthouse);
    await callApi(baseUrl, "/api/account", {
      method: "PATCH",
      cookie,
      body: { name: "Northwind", user_name: "Grace Hopper" },
    });
    await callApi(baseUrl, "/api/v1/contacts", { key, body: { email: "mei.tanaka@example.com" } });
    await seedHistory(posthouse.databaseUrl(), { days: 14, owner });
    await mkdir(images, { recursive: true });
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, close } = await openVisit(browser, { viewport, colorScheme });
      await adoptSession(page.context(), baseUrl, cookie);
      await page.goto(baseUrl);
      await page.getByRole("button", { name: "Dismiss first steps" }).click();
      await page.locator("[data-outcome]").first().waitFor();
      await page.getByRole("table", { name: "Recent emails" }).getByRole("link").first().waitFor();
      const path = join(images, `dashboard-${colorScheme}.png`);
      await page.screenshot({ path, animations: "disabled" });
      await close();
      const { size } = await stat(path);
      if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}`);
    }
  } finally {
    await browser.close();
    await stopAndRemove(posthouse);
  }
}
