import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { CircleAlert, CircleCheck, Info, X } from "./icons.gen.ts";
import { currentToasts, dismissToast, onToastsChange, type Toast } from "./toast.ts";

const LOOKS = {
  good: { icon: CircleCheck, ink: "text-good" },
  bad: { icon: CircleAlert, ink: "text-bad" },
  neutral: { icon: Info, ink: "text-info" },
};

// Long enough to read; longer if there is a button to press.
const READ_MS = 5_000;
const ACT_MS = 10_000;

/** Renders toasts; mounted once, at the root. A popover, so that it is above dialogs. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts);
  const ref = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;

  useEffect(() => {
    const region = ref.current;
    // Each toast raises the popover again, above a dialog that was opened since the last toast.
    if (newest !== undefined && region?.matches(":popover-open")) region.hidePopover();
    if (!region?.matches(":popover-open")) region?.showPopover();
  }, [newest]);

  return (
    <div
      ref={ref}
      popover="manual"
      role="status"
      className="pointer-events-none fixed inset-auto right-0 bottom-0 flex w-full flex-col items-center gap-2 bg-transparent p-4 sm:w-auto sm:items-end sm:p-6"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const { icon: Icon, ink } = LOOKS[toast.tone];

  useEffect(() => {
    if (held) return;
    const timer = window.setTimeout(() => dismissToast(toast.id), toast.action ? ACT_MS : READ_MS);
    return () => window.clearTimeout(timer);
  }, [held, toast.id, toast.action]);

  return (
    <article
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full max-w-sm animate-enter items-center gap-3 rounded-xl bg-raised py-2.5 pr-2 pl-3.5 text-ink shadow-float sm:min-w-80"
    >
      <Icon aria-hidden="true" className={cx("size-4 shrink-0", ink)} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{toast.title}</p>
        {toast.description ? (
          <p className="text-[13px] break-words text-ink-soft">{toast.description}</p>
        ) : null}
      </div>
      {toast.action ? (
        <Button
          size="sm"
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.onSelect();
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <X aria-hidden="true" />
      </Button>
    </article>
  );
}
