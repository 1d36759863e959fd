import { useRef, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { showToast } from "../../ui/toast.ts";
import { type PreviewTheme, previewPath } from "./message-paths.ts";

export function showLinksAreOff(description?: string): void {
  showToast({
    tone: "neutral",
    title: "Links are disabled in the preview",
    ...(description ? { description } : {}),
  });
}

type PreviewFrameProps = {
  id: string;
  images: boolean;
  /** The theme of the mail client. */
  theme: PreviewTheme;
  narrow: boolean;
  fill: boolean;
};

/**
 * Untrusted HTML: an empty `sandbox` allows no scripts, origin, forms or navigation, and the frame's content
 * security policy loads only what the user allowed. The background is white in both themes of the dashboard, as emails
 * expect; a message with dark styles has that of a dark mail client.
 */
export function PreviewFrame({ id, images, theme, narrow, fill }: PreviewFrameProps) {
  const [round, setRound] = useState(0);
  const frame = `${id} ${images} ${theme} ${round}`;
  const loaded = useRef("");
  // The first load is the message. A second load is a clicked link, which our policy turns into the browser's
  // error page; the message is restored.
  const onLoad = (): void => {
    if (loaded.current === frame) {
      setRound(round + 1);
      showLinksAreOff("The Links tab lists them.");
    }
    loaded.current = frame;
  };
  return (
    <div
      className={cx(
        "overflow-hidden rounded-lg border bg-subtle",
        narrow && "px-4 pt-4",
        fill && "lg:min-h-64 lg:flex-1",
      )}
    >
      <iframe
        key={frame}
        title="Preview of the message"
        sandbox=""
        src={previewPath(id, { images, theme })}
        onLoad={onLoad}
        referrerPolicy="no-referrer"
        className={cx(
          "mx-auto block h-[max(24rem,calc(100dvh-22rem))] w-full",
          theme === "dark" ? "bg-[#1c1c1e] scheme-dark" : "bg-white scheme-light",
          fill && "lg:h-full",
          narrow && "max-w-[375px] rounded-t-lg border border-b-0",
        )}
      />
    </div>
  );
}
