import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ImageOff, Images } from "../../../ui/icons.gen.ts";
import { FittedFrame } from "../fitted-frame.tsx";
import { fixedWidthOf } from "../fixed-width.ts";
import { hasRemoteImages } from "../message-content.ts";
import { showLinksAreOff } from "../preview-frame.tsx";

/**
 * The draft in a sandboxed frame, like stored messages. A form posts it there, because only a response header
 * can give the frame its own content security policy; ours would block the email's styles.
 */
export function DraftPreview({ html }: { html: string }) {
  const [images, setImages] = useState(false);
  // A new frame for each version: a frame's first page adds no history entry.
  const [shown, setShown] = useState({ html, images, round: 0 });
  if (shown.html !== html || shown.images !== images) setShown({ html, images, round: shown.round + 1 });
  const fixedWidth = useMemo(() => fixedWidthOf(html), [html]);
  const form = useRef<HTMLFormElement>(null);
  const loads = useRef(0);
  const frame = `draft-preview-${shown.round}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame is empty until the form is posted
  useEffect(() => {
    loads.current = 0;
    form.current?.submit();
  }, [frame]);

  // A clicked link shows the browser's error page, because of our policy; the draft is restored.
  const onLoad = (event: SyntheticEvent): void => {
    loads.current += 1;
    if (loads.current < 2 || document.activeElement !== event.currentTarget) return;
    setShown({ ...shown, round: shown.round + 1 });
    showLinksAreOff();
  };
  return (
    <>
      {hasRemoteImages(html) ? (
        <Button size="sm" className="mb-3" aria-pressed={images} onClick={() => setImages(!images)}>
          {images ? <ImageOff aria-hidden="true" /> : <Images aria-hidden="true" />}
          {images ? "Block remote images" : "Load remote images"}
        </Button>
      ) : null}
      <form
        ref={form}
        method="post"
        action={`/api/emails/preview${images ? "?images=1" : ""}`}
        target={frame}
        className="hidden"
      >
        <input type="hidden" name="html" value={html} />
      </form>
      <div className="overflow-hidden rounded-lg border bg-subtle">
        <FittedFrame
          key={frame}
          name={frame}
          title="Draft preview"
          onLoad={onLoad}
          fixedWidth={fixedWidth}
          className="h-96"
        />
      </div>
    </>
  );
}
