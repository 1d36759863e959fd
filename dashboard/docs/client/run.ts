import { element } from "./element.ts";
import { keyInMemory } from "./fill-in.ts";
import { askForKey } from "./key-form.ts";
import { readRequest } from "./read-request.ts";

type Answer = { id?: string };

/** Sends the request of the example beside the button from the browser. */
export function addRunButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".code .run"))
    button.addEventListener("click", () => void run(button));
}

async function run(button: HTMLButtonElement): Promise<void> {
  const block = button.closest(".code");
  const output = outputAfter(block);
  const key = keyInMemory();
  if (!key) {
    output.replaceChildren("Paste an API key above, then run the request.");
    askForKey();
    return;
  }
  button.disabled = true;
  output.replaceChildren("Sending …");
  try {
    const { path, init } = readRequest(block?.querySelector("code")?.textContent ?? "", key);
    const response = await fetch(path, init);
    const answer = (await response.json()) as Answer;
    output.replaceChildren(...resultOf(response, answer));
  } catch (error) {
    output.replaceChildren(`The request failed: ${(error as Error).message}`);
  } finally {
    button.disabled = false;
  }
}

function outputAfter(block: Element | null): HTMLElement {
  const next = block?.nextElementSibling;
  if (next instanceof HTMLOutputElement) return next;
  const output = element("output", { className: "result" });
  block?.after(output);
  return output;
}

function resultOf(response: Response, answer: Answer): (Node | string)[] {
  const body = element("pre", { tabIndex: 0 }, [
    element("code", { textContent: JSON.stringify(answer, null, 2) }),
  ]);
  const status = element("strong", { textContent: `${response.status} ${response.statusText}` });
  if (!response.ok || !answer.id) return [status, body];
  return [
    status,
    body,
    element("a", { href: `/emails/${answer.id}`, textContent: "See what happened to it" }),
  ];
}
