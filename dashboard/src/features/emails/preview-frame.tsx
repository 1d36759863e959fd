import { useRef, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { showToast } from "../../ui/toast.ts";
import { previewPath } from "./message-paths.ts";

export function tellLinksAreOff(description?: string): void {
  showToast({
    tone: "neutral",
    title: "Links are off in the preview",
    ...(description ? { description } : {}),
  });
}

type PreviewFrameProps = {
  id: string;
  images: boolean;
  narrow: boolean;
  fill: boolean;
};

/**
 * Somebody else's HTML: an empty `sandbox` gives it no scripts, no origin, no forms and no way out, and the server's
 * policy for the frame loads nothing but what was allowed. The paper is white in both themes, as mail expects it.
 */
export function PreviewFrame({ id, images, narrow, fill }: PreviewFrameProps) {
  const [round, setRound] = useState(0);
  const frame = `${id} ${images} ${round}`;
  const loaded = useRef("");
  // The first load of a frame is the message. A second one is a link that was pressed, which our policy
  // answers with the browser's error page; the message comes back in its place.
  const onLoad = (): void => {
    if (loaded.current === frame) {
      setRound(round + 1);
      tellLinksAreOff("The Links tab has them all.");
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
        src={previewPath(id, images)}
        onLoad={onLoad}
        referrerPolicy="no-referrer"
        className={cx(
          "mx-auto block h-[max(24rem,calc(100dvh-22rem))] w-full bg-white scheme-light",
          fill && "lg:h-full",
          narrow && "max-w-[375px] rounded-t-lg border border-b-0",
        )}
      />
    </div>
  );
}
