import type { Token, Tokens } from "marked";

const BEGIN = /^<!-- tabs: (.+) -->/;
const END = /^<!-- \/tabs -->/;

type Render = (tokens: Token[]) => string;

/**
 * The part between `<!-- tabs: Label -->` and `<!-- /tabs -->` becomes tabs, one for each heading in it. The repository shows the
 * same part as sections.
 */
export function renderTabs(tokens: readonly Token[], render: Render): string {
  let html = "";
  let plain: Token[] = [];
  let groups = 0;
  for (let at = 0; at < tokens.length; at++) {
    const label = BEGIN.exec(tokens[at]?.raw ?? "")?.[1];
    if (label === undefined) {
      plain.push(tokens[at] as Token);
      continue;
    }
    const end = tokens.findIndex(({ raw }, index) => index > at && END.test(raw));
    if (end < 0) throw new Error(`the tabs "${label}" have no end: add <!-- /tabs -->`);
    html += render(plain) + tabsOf(label, tokens.slice(at + 1, end), { render, group: ++groups });
    plain = [];
    at = end;
  }
  return html + render(plain);
}

function tabsOf(
  label: string,
  tokens: Token[],
  { render, group }: { render: Render; group: number },
): string {
  const tabs: { title: string; tokens: Token[] }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") tabs.push({ title: (token as Tokens.Heading).text, tokens: [] });
    else tabs.at(-1)?.tokens.push(token);
  }
  const id = (index: number) => `tabs-${group}-${index}`;
  const buttons = tabs.map(
    ({ title }, index) =>
      `<button type="button" role="tab" id="${id(index)}-tab" aria-controls="${id(index)}" aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}">${title}</button>`,
  );
  const panels = tabs.map(
    (tab, index) =>
      `<div role="tabpanel" id="${id(index)}" aria-labelledby="${id(index)}-tab"${index === 0 ? "" : " hidden"}>${render(tab.tokens)}</div>`,
  );
  return `<div class="tabs"><div role="tablist" aria-label="${label}">${buttons.join("")}</div>${panels.join("")}</div>\n`;
}
