import { plainTextOf } from "../../../mail/html/index.ts";

/** Returns the plain-text part, generated from the HTML if the email has none. */
export function textOf({ html, text }: { html: string | null; text: string | null }): string {
  return text ?? plainTextOf(html ?? "");
}
