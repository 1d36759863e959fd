import type { SearchEntry } from "../search-index.ts";
import { element } from "./element.ts";
import { findEntries } from "./find.ts";

/** The search box: a combobox with the best sections. The index is loaded when the box is first used. */
export function addSearch(): void {
  const input = document.querySelector<HTMLInputElement>("#search");
  const list = document.querySelector<HTMLElement>("#results");
  if (input && list) new SearchBox(input, list).listen();
}

class SearchBox {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  #index: Promise<SearchEntry[]> | null = null;
  #chosen = -1;

  constructor(input: HTMLInputElement, list: HTMLElement) {
    this.#input = input;
    this.#list = list;
  }

  listen(): void {
    this.#input.addEventListener("focus", () => void this.#load());
    this.#input.addEventListener("input", () => void this.#search());
    this.#input.addEventListener("keydown", (event) => this.#onKey(event));
    document.addEventListener("click", ({ target }) => {
      if (!this.#input.parentElement?.contains(target as Node)) this.#show([]);
    });
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea");
      if (isTyping || !(event.key === "/" || (event.key === "k" && (event.metaKey || event.ctrlKey)))) return;
      event.preventDefault();
      this.#input.focus();
      this.#input.select();
    });
  }

  #load(): Promise<SearchEntry[]> {
    this.#index ??= loadIndex().catch((error: unknown) => {
      this.#index = null;
      throw error;
    });
    return this.#index;
  }

  async #search(): Promise<void> {
    const query = this.#input.value;
    try {
      const entries = await this.#load();
      if (query === this.#input.value) this.#show(findEntries(entries, query).map(optionOf), query);
    } catch {
      this.#show([element("li", { className: "none", textContent: "The search index did not load." })]);
    }
  }

  #show(options: HTMLElement[], query = ""): void {
    const none = element("li", { className: "none", textContent: `No results for “${query.trim()}”` });
    const items = options.length === 0 && query.trim() ? [none] : options;
    this.#list.replaceChildren(...items);
    this.#list.hidden = items.length === 0;
    this.#input.ariaExpanded = String(items.length > 0);
    this.#choose(options.length > 0 && query ? 0 : -1);
  }

  #choose(index: number): void {
    const options = [...this.#list.querySelectorAll<HTMLElement>("[role=option]")];
    this.#chosen = index;
    for (const [at, option] of options.entries()) {
      option.id = `result-${at}`;
      option.ariaSelected = String(at === index);
    }
    const chosen = options[index];
    if (chosen) this.#input.setAttribute("aria-activedescendant", chosen.id);
    else this.#input.removeAttribute("aria-activedescendant");
    chosen?.scrollIntoView({ block: "nearest" });
  }

  #onKey(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll<HTMLAnchorElement>("[role=option] a")];
    if (event.key === "Escape") this.#show([]);
    else if (event.key === "Enter") links[this.#chosen]?.click();
    else if (event.key === "ArrowDown") this.#choose(Math.min(this.#chosen + 1, links.length - 1));
    else if (event.key === "ArrowUp") this.#choose(Math.max(this.#chosen - 1, 0));
    else return;
    if (event.key !== "Escape") event.preventDefault();
  }
}

async function loadIndex(): Promise<SearchEntry[]> {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`the search index: ${response.status}`);
  return (await response.json()) as SearchEntry[];
}

function optionOf({ page, heading, url, text }: SearchEntry): HTMLElement {
  const link = element("a", { href: url, tabIndex: -1 }, [
    element("strong", { textContent: heading || page }),
    ...(heading ? [element("span", { textContent: page })] : []),
    element("small", { textContent: text }),
  ]);
  return element("li", { role: "option" }, [link]);
}
