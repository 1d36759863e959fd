const SHOWN_FOR_MS = 2_000;

export function addCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".code .copy"))
    button.addEventListener("click", () => void copy(button));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button.closest(".code")?.querySelector("code");
  try {
    await navigator.clipboard.writeText(code?.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    // The clipboard needs https or localhost: select the text, so that the reader can copy it.
    if (code) getSelection()?.selectAllChildren(code);
    button.textContent = "Selected";
  }
  setTimeout(() => {
    button.textContent = "Copy";
  }, SHOWN_FOR_MS);
}
