/** Shows the reader's own host, port and key in the code of a page. The key stays in memory and ends with the page. */
import type { Settings } from "../../src/api-types.ts";
import { isSignedIn } from "./is-signed-in.ts";

const EXAMPLE_KEY = "ph_your_key";
const EXAMPLE_SMTP = "localhost:2587";

/** Null: unknown, so that the example stays. `smtp` is a host and a port. */
type Values = { key: string | null; smtp: string | null };

let shown: Values = { key: null, smtp: null };

export function fillIn(changed: Partial<Values> = {}): void {
  const next = { ...shown, ...changed };
  for (const text of codeTexts()) {
    const filled = fillText(text.data, { origin: location.origin, from: shown, to: next });
    if (filled !== text.data) text.data = filled;
  }
  shown = next;
}

export function fillText(
  text: string,
  { origin, from, to }: { origin: string; from: Values; to: Values },
): string {
  return text
    .replace(/(http:\/\/)?localhost:3000\b/g, (_, scheme) => (scheme ? origin : new URL(origin).host))
    .replaceAll(from.key ?? EXAMPLE_KEY, to.key ?? EXAMPLE_KEY)
    .replaceAll(from.smtp ?? EXAMPLE_SMTP, to.smtp ?? EXAMPLE_SMTP);
}

/** People who are signed in may read the port. */
export async function fillInSmtp(): Promise<void> {
  if (!codeTexts().some(({ data }) => data.includes(EXAMPLE_SMTP)) || !(await isSignedIn())) return;
  const response = await fetch("/api/account").catch(() => null);
  if (!response?.ok) return;
  const { host, port } = ((await response.json()) as Settings).smtp;
  if (port !== null) fillIn({ smtp: `${host}:${port}` });
}

export function keyInMemory(): string | null {
  return shown.key;
}

function codeTexts(): Text[] {
  const texts: Text[] = [];
  for (const code of document.querySelectorAll(".code code")) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
  }
  return texts;
}
