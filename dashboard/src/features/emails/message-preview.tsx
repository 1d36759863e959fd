import { useState } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { ImageOff, Images, Info, Monitor, Smartphone } from "../../ui/icons.gen.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { hasRemoteImages } from "./message-content.ts";
import { PreviewFrame } from "./preview-frame.tsx";

const WIDTHS = [
  { value: "desktop" as const, label: "Desktop", icon: Monitor },
  { value: "mobile" as const, label: "Mobile", icon: Smartphone },
];

type MessagePreviewProps = {
  email: EmailDetail;
  /** The frame fills the remaining height. */
  fill: boolean;
};

export function MessagePreview({ email, fill }: MessagePreviewProps) {
  const [images, setImages] = useState(false);
  const [width, setWidth] = useState<"desktop" | "mobile">("desktop");
  if (email.html === null) return <PlainMessage text={email.text ?? ""} />;
  return (
    <div className={cx("flex flex-col", fill && "lg:h-full")}>
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-3">
        {hasRemoteImages(email.html) ? (
          <Button size="sm" aria-pressed={images} onClick={() => setImages(!images)}>
            {images ? <ImageOff aria-hidden="true" /> : <Images aria-hidden="true" />}
            {images ? "Block remote images" : "Load remote images"}
          </Button>
        ) : (
          <span className="text-[13px] text-ink-faint">No remote images</span>
        )}
        <Segmented
          label="Preview width"
          options={WIDTHS}
          value={width}
          onChange={setWidth}
          className="hidden sm:inline-flex"
        />
      </div>
      <PreviewFrame id={email.id} images={images} narrow={width === "mobile"} fill={fill} />
    </div>
  );
}

/** The preview of a message without HTML. */
function PlainMessage({ text }: { text: string }) {
  return (
    <>
      <p className="mb-3 flex items-center gap-2 text-[13px] text-ink-soft">
        <Info aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        This message is plain text; it has no HTML.
      </p>
      <div
        dir="auto"
        className="min-h-48 rounded-lg border bg-canvas px-5 py-4 text-[15px] leading-7 break-words whitespace-pre-wrap"
      >
        {text}
      </div>
    </>
  );
}
