export type Toast = {
  id: number;
  tone: "good" | "bad" | "neutral";
  title: string;
  description?: string;
  action?: { label: string; onSelect: () => void };
};

let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a short message that disappears. Show important information elsewhere too. */
export function showToast(toast: Omit<Toast, "id" | "tone"> & { tone?: Toast["tone"] }): void {
  lastId += 1;
  // At most three: older ones have been read.
  const added: Toast = { tone: "good", ...toast, id: lastId };
  change([...toasts, added].slice(-3));
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function currentToasts(): Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
