import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { Form } from "./form.tsx";
import { X } from "./icons.gen.ts";
import { PortalContainer } from "./portal-container.ts";

const SHAPES = {
  sm: "m-auto w-[min(26rem,calc(100%-2rem))] max-h-[calc(100dvh-2rem)] rounded-2xl animate-enter",
  md: "m-auto w-[min(34rem,calc(100%-2rem))] max-h-[calc(100dvh-2rem)] rounded-2xl animate-enter",
  /** Near the top, so that it does not move while its content grows. */
  top: "mx-auto mt-[12dvh] mb-auto w-[min(38rem,calc(100%-2rem))] max-h-[80dvh] rounded-2xl animate-enter",
  /** Along the right edge, full height: edits an item while its list stays in view. */
  side: "mr-0 ml-auto h-dvh max-h-none w-[min(30rem,100%)] max-w-none transition-transform duration-200 ease-out starting:translate-x-8",
};

type DialogProps = {
  title: string;
  /** Only screen readers get the title. There is no close button. */
  titleHidden?: boolean;
  description?: ReactNode;
  shape?: keyof typeof SHAPES;
  /** False if a stray Escape would lose something; the content then has its own close button. */
  canClose?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal dialog while it is mounted: `{open ? <Dialog …/> : null}`. The browser's <dialog> traps the focus,
 * closes on Escape, makes the page inert and restores the focus, without injected styles.
 */
export function Dialog(props: DialogProps) {
  const { title, titleHidden = false, description, shape = "md", canClose = true, onClose, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    setContainer(dialog);
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        if (canClose) onClose();
      }}
      onClose={(event) => {
        const dialog = ref.current;
        // A second Escape closes a dialog even if the first was canceled (the browser's guard against trapping users).
        if (event.target !== dialog || dialog?.open) return;
        if (canClose) onClose();
        else dialog?.showModal();
      }}
      className={cx(
        "flex-col overflow-hidden bg-raised open:flex p-0 text-ink shadow-float backdrop:bg-backdrop",
        SHAPES[shape],
      )}
    >
      <PortalContainer value={container}>
        <header className={titleHidden ? "sr-only" : cx("px-6 pt-5 pb-4", canClose && "pr-14")}>
          <h2 id={`${id}-title`} className="text-base font-semibold break-words">
            {title}
          </h2>
          {description ? (
            <div id={`${id}-description`} className="mt-1 text-ink-soft">
              {description}
            </div>
          ) : null}
        </header>
        {children}
        {canClose && !titleHidden ? <CloseButton onClose={onClose} /> : null}
      </PortalContainer>
    </dialog>
  );
}

/** Last in the document, so that the first field gets the initial focus. */
function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClose}
      className="absolute top-4 right-4 grid size-8 place-items-center rounded-lg text-ink-faint hover:bg-hover hover:text-ink"
    >
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}

/** The scrolling part. */
export function DialogBody({ className, ...rest }: ComponentProps<"div">) {
  // The padding at the top keeps the focus ring of the first field from being cut off.
  return (
    <div className={cx("min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6 *:min-w-0", className)} {...rest} />
  );
}

export function DialogFooter({ className, ...rest }: ComponentProps<"footer">) {
  return (
    <footer
      className={cx("flex flex-wrap justify-end gap-2 border-t bg-subtle/60 px-6 py-4", className)}
      {...rest}
    />
  );
}

/** A form that fills the dialog: the body scrolls, the footer stays. */
export function DialogForm({ className, ...rest }: ComponentProps<typeof Form>) {
  return <Form className={cx("flex min-h-0 flex-1 flex-col", className)} {...rest} />;
}
