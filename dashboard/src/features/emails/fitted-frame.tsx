import { type IframeHTMLAttributes, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../ui/cx.ts";

/** The width of the screen of common phones. */
export const PHONE_WIDTH = 375;
/** In pixels: the margins of a page without styles, and a scrollbar. */
const AROUND_CONTENT = 32;

type FittedFrameProps = IframeHTMLAttributes<HTMLIFrameElement> & {
  title: string;
  /** The width that the message needs; 0 if it adapts to any width. */
  fixedWidth: number;
  /** Shown on a phone. */
  isPhone?: boolean;
  /** Shown in a mail client with a dark theme. */
  isDark?: boolean;
  /** Sets the height. */
  className: string;
};

/**
 * Untrusted HTML: an empty `sandbox` allows no scripts, origin, forms or navigation. A message that does not fit is laid out at its own
 * width and scaled down, as on phones. The background is white in both themes of the dashboard, as emails expect; a message
 * with dark styles has that of a dark mail client.
 */
export function FittedFrame({
  fixedWidth,
  isPhone = false,
  isDark = false,
  className,
  ...frame
}: FittedFrameProps) {
  const [screen, width] = useWidth();
  const page = Math.max(isPhone ? PHONE_WIDTH : width, fixedWidth && fixedWidth + AROUND_CONTENT);
  const scale = width === 0 ? 1 : width / page;
  const background = isDark ? "bg-[#1c1c1e] scheme-dark" : "bg-white scheme-light";
  // The elements around the frame are always the same: a frame that moves in the document loads again.
  return (
    <div
      className={cx(
        "flex flex-col overflow-hidden",
        isPhone &&
          "mx-auto max-h-204 w-[391px] max-w-full rounded-[2.25rem] border-8 border-ink shadow-float dark:border-line-strong",
        className,
      )}
    >
      {isPhone ? (
        <div className={cx("grid shrink-0 place-items-center py-2.5", background)}>
          <span className="h-1.5 w-16 rounded-full bg-line-strong" />
        </div>
      ) : null}
      <div ref={screen} className="relative min-h-0 flex-1">
        <iframe
          {...frame}
          sandbox=""
          referrerPolicy="no-referrer"
          className={cx("absolute top-0 left-0 origin-top-left", background)}
          style={{ width: page, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

/** The width of an element in pixels; 0 until it is laid out. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
