import { useRef, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { showToast } from "../../ui/toast.ts";
import { FittedFrame } from "./fitted-frame.tsx";
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
  /** The width that the message needs; 0 if it adapts to any width. */
  fixedWidth: number;
  isPhone: boolean;
  fill: boolean;
};

/** The message, which a clicked link does not replace. */
export function PreviewFrame({ id, images, theme, fixedWidth, isPhone, fill }: PreviewFrameProps) {
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
        isPhone && "px-4 py-5",
        fill && "lg:min-h-64 lg:flex-1",
        fill && isPhone && "lg:pb-0",
      )}
    >
      <FittedFrame
        key={frame}
        title="Preview of the message"
        src={previewPath(id, { images, theme })}
        onLoad={onLoad}
        fixedWidth={fixedWidth}
        isPhone={isPhone}
        isDark={theme === "dark"}
        className={cx(
          "h-[max(24rem,calc(100dvh-22rem))]",
          fill && "lg:h-full",
          // Too low for a whole phone.
          fill && isPhone && "lg:max-h-none lg:rounded-b-none lg:border-b-0",
        )}
      />
    </div>
  );
}
