import type { Page } from "playwright-core";

/** The paths of all pages, as the dashboard's router has them. `parameters`: the values of `$domain` and the like. */
export async function pathsOfPages(
  page: Page,
  baseUrl: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string[]> {
  await page.goto(baseUrl);
  await page.locator("h1").first().waitFor();
  const patterns = await page.evaluate<string[]>("Object.keys(__TSR_ROUTER__.routesByPath)");
  const valueFor = (part: string): string => {
    const value = part === "$" ? "no-such-page" : parameters[part];
    if (!value) throw new Error(`${part} has no value: add one to the parameters of this test`);
    return value;
  };
  return patterns.map((pattern) =>
    pattern
      .split("/")
      .map((part) => (part.startsWith("$") ? valueFor(part) : part))
      .join("/"),
  );
}
