import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { PortalContainer } from "./portal-container.ts";

type DrawerProps = {
  label: string;
  onClose: () => void;
  children: ReactNode;
};

/** A panel from the left while it is mounted; a press outside closes it. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    const closeOnBackdrop = (event: MouseEvent): void => {
      if (event.target === dialog) onClose();
    };
    dialog?.showModal();
    dialog?.addEventListener("click", closeOnBackdrop);
    setContainer(dialog);
    return () => {
      dialog?.removeEventListener("click", closeOnBackdrop);
      dialog?.close();
    };
  }, [onClose]);

  return (
    <dialog
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!ref.current?.open) onClose();
      }}
      className="m-0 h-dvh max-h-none w-[min(17rem,85vw)] bg-canvas p-0 text-ink shadow-float transition-transform duration-200 ease-out backdrop:bg-backdrop starting:-translate-x-8"
    >
      <PortalContainer value={container}>{children}</PortalContainer>
    </dialog>
  );
}
