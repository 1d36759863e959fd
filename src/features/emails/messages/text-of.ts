import { plainTextOf } from "../../../mail/html/index.ts";

/** The plain-text part: as given, or made from the HTML. */
export function textOf({ html, text }: { html: string | null; text: string | null }): string {
  return text ?? plainTextOf(html ?? "");
}
