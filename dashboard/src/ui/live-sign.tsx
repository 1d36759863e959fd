import { cx } from "./cx.ts";

/** Shows whether the page updates live. Phones show it only while the connection is lost. */
export function LiveSign({ lost }: { lost: boolean }) {
  return (
    <span
      className={cx("inline-flex h-8 items-center gap-2 text-[13px] text-ink-soft", !lost && "max-sm:hidden")}
    >
      <span aria-hidden="true" className="relative grid size-2 place-items-center">
        <span className={cx("size-2 rounded-full", lost ? "bg-warn" : "bg-good")} />
        {lost ? null : <span className="absolute size-2 animate-ping rounded-full bg-good opacity-40" />}
      </span>
      {lost ? "Reconnecting…" : "Auto-refresh"}
    </span>
  );
}
