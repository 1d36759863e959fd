import { element } from "./element.ts";
import { fillIn } from "./fill-in.ts";
import { isSignedIn } from "./is-signed-in.ts";

/** Lets the reader paste a key, or create one if signed in. The page's code then contains it. */
export function addKeyForms(): void {
  for (const place of document.querySelectorAll(".key-form")) place.append(...keyForm());
}

/** Takes the reader to the form; false if this page has none. */
export function askForKey(): boolean {
  const input = document.querySelector<HTMLInputElement>(".key-form input");
  input?.focus();
  return input !== null;
}

function keyForm(): HTMLElement[] {
  const input = element("input", {
    type: "text",
    placeholder: "ph_…",
    autocomplete: "off",
    spellcheck: false,
  });
  const status = element("output", {});
  const create = element("button", { type: "button", textContent: "Create a key", hidden: true });
  const use = (key: string | null) => {
    fillIn({ key });
    status.textContent = key ? "The code on this page now has your key. It is forgotten when you leave." : "";
  };
  input.addEventListener("input", () => use(/^ph_\w{8}_\w{38}$/.exec(input.value.trim())?.[0] ?? null));
  create.addEventListener("click", () => {
    create.disabled = true;
    createKey().then(
      (key) => {
        input.value = key;
        use(key);
      },
      (error: Error) => {
        create.disabled = false;
        status.textContent = error.message;
      },
    );
  });
  void isSignedIn().then((signedIn) => {
    create.hidden = !signedIn;
  });
  return [element("label", {}, ["Your API key", input]), create, status];
}

async function createKey(): Promise<string> {
  const response = await fetch("/api/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Quickstart" }),
  });
  const answer = (await response.json()) as { key?: string; error?: { message: string } };
  if (!answer.key) throw new Error(answer.error?.message ?? "The key was not created.");
  return answer.key;
}
