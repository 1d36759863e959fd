import type { FindingList } from "./finding-list.ts";

/** Beyond this the same marker has been seen. */
const maxSearched = 1_000_000;

/**
 * What the languages of templates leave when nobody fills them: Handlebars and Liquid, Jinja, EJS, JavaScript, Mailchimp.
 * Each part is bounded, so that no text makes the search slow.
 */
const marker =
  /\{\{[^{}\n]{0,100}\}\}|\{%[^%{}\n]{1,100}%\}|<%[^%<>\n]{1,100}%>|\$\{[\w.]{1,100}\}|\*\|[\w:]{1,100}\|\*/g;

type Searched = { subject: string; html: string | null; text: string | null };

export function inspectTemplateMarkers({ subject, html, text }: Searched, findings: FindingList): void {
  for (const [field, content] of Object.entries({ subject, html, text })) {
    const found = content?.slice(0, maxSearched).match(marker) ?? [];
    for (const one of new Set(found)) findings.add("template_marker", `${field}: ${one}`);
  }
}
