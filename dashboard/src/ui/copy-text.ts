/** Copies text; resolves to whether that succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The clipboard API exists on https and localhost only; a dashboard on http://192.168.… needs `execCommand`. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr-only";
  // Inserted beside the focused element: while a dialog is open, the rest of the page cannot take the focus.
  (before?.closest("dialog") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
