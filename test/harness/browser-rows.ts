import type { Locator, Page } from "playwright-core";

/** The row of a list that has the focus, or the control in it that has. Not the page around the rows, which has their texts too. */
export function focusedInList(page: Page): Locator {
  return page.locator("main li:focus, main li :focus");
}
