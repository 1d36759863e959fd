import { useMemo } from "react";
import { cx } from "../../../ui/cx.ts";
import { formatBytes } from "../../../ui/format-bytes.ts";

/** Gmail shows this much of an email's HTML, and hides the rest behind "View entire message". */
const GMAIL_CLIP_BYTES = 102 * 1_024;
// The limit is at three quarters of the bar, so that an email slightly above it is visible.
const SCALE_BYTES = (GMAIL_CLIP_BYTES * 4) / 3;

/** The email's size, compared with Gmail's clipping limit. */
export function SizeLine({ html, messageBytes }: { html: string; messageBytes: number }) {
  const htmlBytes = useMemo(() => new TextEncoder().encode(html).length, [html]);
  const isClipped = htmlBytes > GMAIL_CLIP_BYTES;
  return (
    <section aria-label="Size" className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 text-[13px]">
        <span className="font-medium">{formatBytes(messageBytes)} in total</span>
        <span className={isClipped ? "text-bad" : "text-ink-faint"}>
          {formatBytes(htmlBytes)} of HTML; Gmail clips at 102 kB
        </span>
      </p>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
        <rect width="100" height="6" className="fill-hover" />
        <rect
          width={Math.min(100, (htmlBytes / SCALE_BYTES) * 100)}
          height="6"
          className={cx(isClipped ? "fill-bad" : "fill-chart-1")}
        />
        <rect x="75" width="0.7" height="6" className="fill-ink-soft" />
      </svg>
    </section>
  );
}
