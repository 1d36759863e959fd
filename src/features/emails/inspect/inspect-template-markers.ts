import type { FindingList } from "./finding-list.ts";

/** Longer texts repeat the same markers. */
const MAX_SEARCHED = 1_000_000;

/**
 * Unfilled markers of template languages: Handlebars and Liquid, Jinja, EJS, JavaScript, Mailchimp. Each part has a bounded length, so
 * that no text makes the search slow.
 */
const MARKER =
  /\{\{[^{}\n]{0,100}\}\}|\{%[^%{}\n]{1,100}%\}|<%[^%<>\n]{1,100}%>|\$\{[\w.]{1,100}\}|\*\|[\w:]{1,100}\|\*/g;

type Searched = { subject: string; html: string | null; text: string | null };

export function inspectTemplateMarkers({ subject, html, text }: Searched, findings: FindingList): void {
  for (const [field, content] of Object.entries({ subject, html, text })) {
    const found = content?.slice(0, MAX_SEARCHED).match(MARKER) ?? [];
    for (const text of new Set(found)) findings.add("template_marker", `${field}: ${text}`);
  }
}
