/** Shows the reader's own host and key in the code of a page. The key stays in memory and ends with the page. */
const EXAMPLE_ORIGIN = "http://localhost:3000";
const EXAMPLE_KEY = "ph_your_key";

let currentKey: string | null = null;

export function fillIn({ key }: { key: string | null }): void {
  const shown = { origin: EXAMPLE_ORIGIN, key: currentKey ?? EXAMPLE_KEY };
  currentKey = key;
  for (const text of codeTexts()) {
    const filled = text.data
      .replaceAll(shown.origin, location.origin)
      .replaceAll("localhost:3000", location.host)
      .replaceAll("localhost:2587", `${location.hostname}:2587`)
      .replaceAll(shown.key, key ?? EXAMPLE_KEY);
    if (filled !== text.data) text.data = filled;
  }
}

export function keyInMemory(): string | null {
  return currentKey;
}

function codeTexts(): Text[] {
  const texts: Text[] = [];
  for (const code of document.querySelectorAll(".code code")) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
  }
  return texts;
}
